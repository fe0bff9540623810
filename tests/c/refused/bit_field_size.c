//@ refused: 5:25 bit field `ready`: bit fields are not supported
//@ help: make it a member of its own: `unsigned ready;`
#include <assert.h>

struct flags { unsigned ready : 1, error : 1; };

int main(void) {
    struct flags *f = 0;
    assert(sizeof *f == 4 && sizeof(struct flags) == 4);
    f++;
    return 0;
}

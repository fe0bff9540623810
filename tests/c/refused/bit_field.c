//@ refused: 5:25 bit field `ready`: bit fields are not supported
//@ help: make it a member of its own: `unsigned ready;`
#include <assert.h>

struct flags { unsigned ready : 1, error : 1; };
struct flags f;

int main(void) {
    f.ready = 1;
    assert(f.ready && !f.error);
    return 0;
}

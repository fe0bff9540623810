//@ refused: 12:7 bit field `ready`: bit fields are not supported
//@ refused: 13:5 bit field `ready`: bit fields are not supported
//@ help: make it a member of its own: `unsigned ready;`
#include <assert.h>

struct flags { unsigned ready : 1, error : 1; };
struct flags f;

int g(struct flags *p) { return p->error; }

int main(void) {
    f.ready = 1;
    assert(f.ready && !g(&f));
    return 0;
}

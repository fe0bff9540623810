//@ expect: wrong (assertion, line 8)
// A block is worth what its last expression is, with the type of that.
#include <assert.h>

int main(void) {
    int c = 1;
    unsigned u = 4000000000u;
    assert((c ? ({ unsigned x = u; x; }) : 0) < 5);
    return 0;
}

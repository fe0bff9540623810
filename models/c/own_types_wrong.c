//@ expect: wrong (assertion, line 9)
// The program says what a number of its own type is, not a library.
#include <assert.h>

typedef int tss_t;

int main(void) {
    tss_t x = -1;
    assert(x > 0);
    return 0;
}

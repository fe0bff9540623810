//@ expect: wrong (undefined, line 11)
//@ tried: not, since what lies behind an array can be written to
// One less than 0 is the greatest number of an unsigned type, and no element is so far away.
#include <assert.h>

int a[3];

int main(void) {
    unsigned i = 0;
    int *p = a + 1;
    p[i - 1] = 5;
    assert(a[0] == 5);
    return 0;
}

//@ expect: wrong (undefined, line 9)
// One number more than the array has.
//@ tried: not, since what lies behind an array can be written to
#include <string.h>

int a[3], n = 4;

int main(void) {
    memset(a, 0, n * sizeof a[0]);
    return 0;
}

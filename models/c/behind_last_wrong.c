//@ expect: wrong (undefined, line 10)
//@ tried: not, since what lies behind an array can be written to
// The address behind the last element is one that nobody may follow.
#include <assert.h>

int all[3];

int main(void) {
    int *end = &all[3];
    *end = 1;
    return 0;
}

//@ expect: wrong (undefined, line 9)
//@ tried: not, since what lies behind an array can be written to
// An array of which no declaration says how long it is has one element.
#include <assert.h>

int one[];

int main(void) {
    one[1] = 2;
    return 0;
}

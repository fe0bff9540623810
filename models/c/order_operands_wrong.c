//@ expect: wrong (assertion, line 14)
//@ tried: not, compilers choose one order
// What a function changes that is called in the other operand may be read before or after (C11 6.5p3).
#include <assert.h>

int g = 5;

int set(void) {
    g = 7;
    return 1;
}

int main(void) {
    int r = set() + g; assert(r == 8); // 6 is possible, too
    return 0;
}

//@ expect: wrong (undefined, line 8)
// The least `int` has no opposite: its quotient by -1 does not fit, and the program ends there.
#include <limits.h>

int by = -1;

int main(void) {
    return INT_MIN / by;
}

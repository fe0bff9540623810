//@ expect: wrong (assertion, line 12)
// It holds for all numbers that are tried one by one, and not for 67901 and 55556, which a circuit finds.
//@ tried: not
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a + b == 123457)
        assert(a - b != 12345);
    return 0;
}

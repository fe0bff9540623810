//@ expect: wrong
// Of values from outside an assumption leaves few, and one in their middle goes wrong.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);

int main(void) {
    short n = __VERIFIER_nondet_short();
    __VERIFIER_assume(n > -4 && n < 11);
    assert(n * n * n != 343);
    return 0;
}

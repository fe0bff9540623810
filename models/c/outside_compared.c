//@ expect: wrong (assertion, line 15)
// Two numbers from outside are compared with one another: a few of them do not stand for all, and
// a circuit has five that differ.
//@ tried: not
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    int e = __VERIFIER_nondet_int();
    assert(a == b || a == c || a == d || a == e || b == c || b == d || b == e || c == d || c == e || d == e);
    return 0;
}

//@ expect: wrong (assertion, line 17)
// Of the values that an assumption leaves in a variable that is shared later, one in the middle goes wrong.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int n, square;

void *computes(void *unused) {
    square = n * n;
    return 0;
}

static void checks(void) {
    assert(square != 13 * 13);
}

int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 8 && n <= 16);
    pthread_create(&t, 0, computes, 0);
    pthread_join(t, 0);
    checks();
    return 0;
}

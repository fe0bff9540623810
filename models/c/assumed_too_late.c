//@ expect: wrong
// What an assumption leaves out counts where somebody has seen it before.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int seen, shifted;

void *shows(void *unused) {
    int n = __VERIFIER_nondet_int();
    seen = n;
    __VERIFIER_assume(n >= 0 && n < 6);
    shifted = n << 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shows, 0);
    assert(seen != 1000);
    return 0;
}

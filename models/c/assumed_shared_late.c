//@ expect: wrong (assertion, line 22)
// What an assumption leaves out counts where a thread has been started that may see it before.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int n, twice;

static void takes(void) {
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 6);
}

void *doubles(void *unused) {
    twice = n << 1;
    return 0;
}

void *looks(void *unused) {
    assert(n != 1000);
    return 0;
}

int main(void) {
    pthread_t a, b;
    takes();
    pthread_create(&a, 0, doubles, 0);
    pthread_create(&b, 0, looks, 0);
    takes();
    return 0;
}

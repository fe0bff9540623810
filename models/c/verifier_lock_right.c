//@ expect: safe
//@ also: no-data-race
// Test and set of plain ints in functions that are one step by their name.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int held, x;

void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(held == 0);
    held = 1;
}

void __VERIFIER_atomic_release(void) {
    held = 0;
}

void *work(void *arg) {
    __VERIFIER_atomic_acquire();
    x++;
    __VERIFIER_atomic_release();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}

//@ expect: wrong (assertion, line 23)
//@ also not: no-data-race
// The same functions, but the name of the first does not say that it is one step: two threads pass the assumption.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int held, x;

void acquire(void) {
    __VERIFIER_assume(held == 0);
    held = 1;
}

void __VERIFIER_atomic_release(void) {
    held = 0;
}

void *work(void *arg) {
    acquire();
    x++;
    assert(x == 1); // fails
    x--;
    __VERIFIER_atomic_release();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

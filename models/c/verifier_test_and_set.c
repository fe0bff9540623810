//@ expect: safe
//@ also: no-deadlock
//@ also not: no-data-race
// Test and set as SV-COMP's programs write it: a function that is one step by its name and answers through a pointer.
#include <assert.h>
#include <pthread.h>

int held, x;

void __VERIFIER_atomic_test_and_set(int *lock, int *got) {
    *got = *lock == 0;
    *lock = 1;
}

void *work(void *arg) {
    int got = 0;
    while (!got)
        __VERIFIER_atomic_test_and_set(&held, &got);
    x++;
    held = 0;
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

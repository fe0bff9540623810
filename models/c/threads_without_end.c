//@ expect: inconclusive (threads)
//@ any number of threads: safe
// A server that starts a thread for each request: engines have three of them, and `check` goes on with any number.
#include <assert.h>
#include <pthread.h>

_Bool locked;
int requests;

void __VERIFIER_atomic_test_and_set(_Bool *lock, _Bool *was) {
    *was = *lock;
    *lock = 1;
}

void acquire(void) {
    _Bool was;
    do
        __VERIFIER_atomic_test_and_set(&locked, &was);
    while (was);
}

void *serve(void *arg) {
    acquire();
    requests++;
    assert(requests == 1);
    requests--;
    locked = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    while (1)
        pthread_create(&t, 0, serve, 0);
}

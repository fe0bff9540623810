//@ expect: wrong (assertion, line 30)
//@ also: no-data-race, no-deadlock
// The section ends between the test and the withdrawal.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int balance = 3;

void *work(void *arg) {
    __VERIFIER_atomic_begin();
    int enough = balance >= 2;
    __VERIFIER_atomic_end();
    if (!enough)
        return 0;
    __VERIFIER_atomic_begin();
    balance -= 2;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance >= 0); // fails
    return 0;
}

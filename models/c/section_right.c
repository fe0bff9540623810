//@ expect: safe
//@ also: no-data-race, no-deadlock
// An atomic section with two ends, one of them before an early return, and a loop and a call inside.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int balance = 3, taken[2];

int half(int n) {
    return n / 2;
}

int take(int amount) {
    __VERIFIER_atomic_begin();
    if (balance < amount) {
        __VERIFIER_atomic_end();
        return 0;
    }
    for (int i = 0; i < amount; i++)
        balance = balance - 1;
    int left = half(2 * balance);
    __VERIFIER_atomic_end();
    assert(left >= 0);
    return amount;
}

void *work(void *arg) {
    taken[arg != 0] = take(2);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, &balance);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 1 && taken[0] + taken[1] == 2);
    return 0;
}

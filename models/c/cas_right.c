//@ expect: safe
//@ also: no-data-race, no-deadlock
// A counter by compare-and-swap: who fails is told the value and tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *work(void *arg) {
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
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

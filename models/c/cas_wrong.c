//@ expect: wrong (assertion, line 22)
//@ also: no-data-race, no-deadlock
// The compare-and-swap of who is late fails, and nobody tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *work(void *arg) {
    int old = atomic_load(&x);
    atomic_compare_exchange_strong(&x, &old, old + 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

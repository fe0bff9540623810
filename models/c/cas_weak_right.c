//@ expect: safe
//@ also: no-data-race, no-deadlock
// A weak compare-and-swap may fail for no reason, and then is tried again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;
int x;

void *work(void *arg) {
    int none = 0;
    while (!atomic_compare_exchange_weak(&owner, &none, 1))
        none = 0;
    x++;
    atomic_store(&owner, 0);
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

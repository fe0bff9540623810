//@ expect: safe
//@ also: no-data-race, no-deadlock
// Test, and then test-and-set: a lock that spins on a load.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int held;
int x;

void lock(void) {
    for (;;) {
        int none = 0;
        while (atomic_load(&held))
            sched_yield();
        if (atomic_compare_exchange_strong(&held, &none, 1))
            return;
    }
}

void unlock(void) {
    atomic_store(&held, 0);
}

void *work(void *arg) {
    lock();
    x++;
    unlock();
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

//@ expect: wrong (assertion, line 37)
//@ also: no-deadlock
//@ also not: no-data-race
// The loop ends when the lock is held, by whomever: who failed to take it goes on beside who has it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int x;

void lock(void) {
    int none;
    do {
        none = 0;
        atomic_compare_exchange_strong(&held, &none, 1);
    } while (atomic_load(&held) == 0);
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
    assert(x == 2); // fails
    return 0;
}

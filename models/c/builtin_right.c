//@ expect: safe
//@ also: no-data-race, no-deadlock
// The builtins of GCC on a plain `int`, old and new ones: a lock and a counter.
#include <assert.h>
#include <pthread.h>

int lock_, x, counter;

void *work(void *arg) {
    while (!__sync_bool_compare_and_swap(&lock_, 0, 1))
        ;
    x++;
    __sync_lock_release(&lock_);
    __atomic_fetch_add(&counter, 2, __ATOMIC_SEQ_CST);
    __sync_fetch_and_sub(&counter, 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 && __atomic_load_n(&counter, __ATOMIC_ACQUIRE) == 2);
    return 0;
}

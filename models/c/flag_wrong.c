//@ expect: wrong (assertion, line 27)
//@ also: no-deadlock
//@ also not: no-data-race
// A spin lock that is cleared before the last access that it protects.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
int x;

void *work(void *arg) {
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
    int old = x;
    atomic_flag_clear_explicit(&busy, memory_order_release);
    x = old + 1;
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

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A spin lock of an `atomic_flag`.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
int x;

void *work(void *arg) {
    while (atomic_flag_test_and_set(&busy))
        ;
    x++;
    atomic_flag_clear(&busy);
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

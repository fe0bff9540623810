//@ expect: wrong (assertion, line 23)
//@ also: no-data-race, no-deadlock
// Add and load are two steps: both threads may add before either looks, and both find that they were the last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum, last;

void *work(void *arg) {
    atomic_fetch_add(&sum, 1);
    if (atomic_load(&sum) == 2)
        last++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(last == 1); // fails
    return 0;
}

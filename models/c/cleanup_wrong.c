//@ expect: wrong (assertion, line 33)
//@ also: no-data-race, no-deadlock
// A thread that ends takes its handler away before: the mutex stays locked.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void unlock(void *mutex) {
    pthread_mutex_unlock((pthread_mutex_t *)mutex);
}

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    x++;
    pthread_cleanup_pop(arg == 0);
    if (arg) {
        pthread_exit(0);
    }
    return 0;
}

int main(void) {
    pthread_t a;
    int some;
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    pthread_create(&a, 0, worker, &some);
    pthread_join(a, 0);
    assert(x == 2);
    assert(pthread_mutex_trylock(&m) == 0); // fails
    return 0;
}

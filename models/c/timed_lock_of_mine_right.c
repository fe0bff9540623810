//@ expect: safe
// Nobody gets a mutex in time that they hold themselves; a recursive one at once.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t checks = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_mutexattr_t *none;

int main(void) {
    struct timespec until = {0, 0};
    pthread_mutex_t m;
    pthread_mutex_init(&m, none);
    pthread_mutex_lock(&plain);
    assert(pthread_mutex_timedlock(&plain, &until) == 110);
    pthread_mutex_lock(&again);
    assert(pthread_mutex_timedlock(&again, &until) == 0);
    pthread_mutex_lock(&checks);
    assert(pthread_mutex_timedlock(&checks, &until) == 35);
    return 0;
}

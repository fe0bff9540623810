//@ expect: wrong
// One that another thread holds may become free in time, or not.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *work(void *arg) {
    struct timespec until = {0, 0};
    assert(pthread_mutex_timedlock(&lock, &until) != 0);
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_mutex_lock(&lock);
    pthread_create(&id, 0, work, 0);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&again);
    return 0;
}

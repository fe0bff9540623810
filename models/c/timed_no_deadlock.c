//@ expect: safe
//@ property: no-deadlock
// Whoever waits for a while only does not wait for ever, though nobody wakes it or gives anything back.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, kept = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;

void *work(void *arg) {
    struct timespec until = {0, 0};
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    pthread_mutex_timedlock(&kept, &until);
    sem_timedwait(&s, &until);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_mutex_lock(&kept);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

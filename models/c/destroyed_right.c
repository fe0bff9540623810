//@ expect: safe
//@ also: no-deadlock
// Conditions, semaphores, barriers and readers-writer locks that are destroyed once nobody uses them, and used again
// once they are initialised again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t all;
sem_t free_places;
int ready;

void *work(void *arg) {
    sem_wait(&free_places);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_barrier_wait(&all);
    return 0;
}

int main(void) {
    pthread_t t;
    for (int round = 0; round < 2; round++) {
        ready = 0;
        sem_init(&free_places, 0, 1);
        pthread_barrier_init(&all, 0, 2);
        pthread_create(&t, 0, work, 0);
        pthread_mutex_lock(&mutex);
        while (!ready)
            pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
        pthread_barrier_wait(&all);
        pthread_join(t, 0);
        int value;
        sem_getvalue(&free_places, &value);
        assert(value == 0);
        sem_destroy(&free_places);
        pthread_barrier_destroy(&all);
        pthread_rwlock_destroy(&lock);
        pthread_cond_destroy(&changed);
        pthread_rwlock_init(&lock, 0);
        pthread_cond_init(&changed, 0);
    }
    return 0;
}

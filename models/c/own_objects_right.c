//@ expect: safe
//@ also: no-data-race, no-deadlock
// Objects of the library on the heap and on the stack, set up by their own functions alone.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct shared {
    pthread_barrier_t barrier;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    sem_t sem;
    pthread_rwlock_t rwlock;
    int x;
};

void *work(void *arg) {
    struct shared *p = arg;
    pthread_mutex_lock(&p->mutex);
    p->x++;
    pthread_cond_signal(&p->cond);
    pthread_mutex_unlock(&p->mutex);
    sem_post(&p->sem);
    pthread_rwlock_rdlock(&p->rwlock);
    pthread_rwlock_unlock(&p->rwlock);
    pthread_barrier_wait(&p->barrier);
    return 0;
}

int main(void) {
    pthread_t t;
    struct shared *p = malloc(sizeof *p), own;
    pthread_barrier_init(&p->barrier, 0, 2);
    pthread_mutex_init(&p->mutex, 0);
    pthread_cond_init(&p->cond, 0);
    pthread_rwlock_init(&p->rwlock, 0);
    sem_init(&p->sem, 0, 0);
    p->x = 0;
    pthread_barrier_init(&own.barrier, 0, 1);
    sem_init(&own.sem, 0, 1);
    own.x = 1;
    pthread_create(&t, 0, work, p);
    sem_wait(&own.sem);
    pthread_barrier_wait(&own.barrier);
    sem_wait(&p->sem);
    pthread_barrier_wait(&p->barrier);
    assert(p->x == own.x);
    pthread_join(t, 0);
    return 0;
}

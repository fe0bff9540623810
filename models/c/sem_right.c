//@ expect: safe
//@ also: no-data-race, no-deadlock
// Two semaphores hand a buffer of two places from a producer to a consumer; a third says who may change it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t free_, full, mutex;
int buffer[2], in, out, sum;

void *produce(void *arg) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&free_);
        sem_wait(&mutex);
        buffer[in++ % 2] = i;
        sem_post(&mutex);
        sem_post(&full);
    }
    return 0;
}

void *consume(void *arg) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&full);
        sem_wait(&mutex);
        sum += buffer[out++ % 2];
        sem_post(&mutex);
        sem_post(&free_);
    }
    return 0;
}

int main(void) {
    pthread_t p, c;
    sem_init(&free_, 0, 2);
    sem_init(&full, 0, 0);
    sem_init(&mutex, 0, 1);
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    assert(sum == 3);
    return 0;
}

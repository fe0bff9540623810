//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// A consumer asks for the mutex before it asks for an item: with nothing there it keeps the producer out.
#include <pthread.h>
#include <semaphore.h>

sem_t full, mutex;
int items;

void *produce(void *arg) {
    sem_wait(&mutex);
    items++;
    sem_post(&mutex);
    sem_post(&full);
    return 0;
}

void *consume(void *arg) {
    sem_wait(&mutex);
    sem_wait(&full);
    items--;
    sem_post(&mutex);
    return 0;
}

int main(void) {
    pthread_t p, c;
    sem_init(&full, 0, 0);
    sem_init(&mutex, 0, 1);
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}

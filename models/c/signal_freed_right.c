//@ expect: safe
//@ also: no-data-race, no-deadlock
// What a condition lies in is given back once the thread has ended that signals it.
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t m;
    pthread_cond_t filled;
    int value;
};

struct queue *q;

void *produce(void *arg) {
    pthread_mutex_lock(&q->m);
    q->value = 1;
    pthread_mutex_unlock(&q->m);
    pthread_cond_signal(&q->filled);
    return 0;
}

int main(void) {
    pthread_t t;
    q = malloc(sizeof *q);
    pthread_mutex_init(&q->m, 0);
    pthread_cond_init(&q->filled, 0);
    q->value = 0;
    pthread_create(&t, 0, produce, 0);
    pthread_mutex_lock(&q->m);
    while (!q->value)
        pthread_cond_wait(&q->filled, &q->m);
    pthread_mutex_unlock(&q->m);
    pthread_join(t, 0);
    free(q);
    return 0;
}

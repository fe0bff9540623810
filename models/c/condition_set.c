//@ expect: safe
// A queue on the heap whose condition is initialised: one thread waits, one signals.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int items;
};

static void *put(void *arg) {
    struct queue *queue = arg;
    pthread_mutex_lock(&queue->lock);
    queue->items++;
    pthread_cond_broadcast(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

int main(void) {
    struct queue *queue = malloc(sizeof *queue);
    pthread_t thread;
    queue->items = 0;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled, NULL);
    pthread_create(&thread, NULL, put, queue);
    pthread_mutex_lock(&queue->lock);
    while (queue->items == 0)
        pthread_cond_wait(&queue->filled, &queue->lock);
    assert(queue->items == 1);
    pthread_mutex_unlock(&queue->lock);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&queue->filled);
    pthread_mutex_destroy(&queue->lock);
    return 0;
}

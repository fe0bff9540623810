//@ expect: wrong (undefined, line 15)
// The mutex of a queue on the heap is initialised, its condition is not.
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int items;
};

static void put(struct queue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->items++;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

int main(void) {
    struct queue *queue = malloc(sizeof *queue);
    queue->items = 0;
    pthread_mutex_init(&queue->lock, NULL);
    put(queue);
    return 0;
}

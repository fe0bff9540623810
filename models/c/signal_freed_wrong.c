//@ expect: wrong (undefined, line 21)
//@ tried: not, since what was given back looks like a condition that nobody waits for
// A thread signals behind its section: by then main may have given back what the condition lies in.
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
    // Behind the section `q` may be gone, and so may the condition be: the one thing
    // that `pthread_cond_signal` needs.
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
    free(q);
    pthread_join(t, 0);
    return 0;
}

//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// Three philosophers, each with its left fork, wait for the right one.
#include <pthread.h>

#define N 3

pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *dine(void *arg) {
    int id = (int)(long)arg;
    pthread_mutex_lock(&fork_[id]);
    pthread_mutex_lock(&fork_[(id + 1) % N]);
    pthread_mutex_unlock(&fork_[(id + 1) % N]);
    pthread_mutex_unlock(&fork_[id]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(t + i, 0, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}

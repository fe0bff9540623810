//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// Three philosophers; the last reaches for the other fork first.
#include <pthread.h>

#define N 3

pthread_mutex_t fork_[N];

void *dine(void *arg) {
    int id = (int)(long)arg;
    int left = id, right = (id + 1) % N;
    int first = left < right ? left : right, second = left + right - first;
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], 0);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, dine, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}

//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// One condition variable for both reasons to wait: the signal of a producer may wake the other producer, and all sleep.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int count;

void put(void) {
    pthread_mutex_lock(&m);
    while (count == 1)
        pthread_cond_wait(&changed, &m);
    count++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
}

void get(void) {
    pthread_mutex_lock(&m);
    while (count == 0)
        pthread_cond_wait(&changed, &m);
    count--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
}

void *produce(void *arg) {
    put();
    return 0;
}

void *consume(void *arg) {
    get();
    return 0;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 2; i++) {
        pthread_create(&t[i], 0, consume, 0);
        pthread_create(&t[2 + i], 0, produce, 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}

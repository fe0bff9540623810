//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// The flag is set under the mutex, so whoever has seen it unset waits before the signal comes.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *tell(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, tell, 0);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

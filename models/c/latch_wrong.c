//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call
//@ also not: no-data-race
// A latch that is counted down without the mutex: of two decrements one may be lost, and then nobody finds 0.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
int count = 2;

void *work(void *arg) {
    count--;
    pthread_mutex_lock(&m);
    if (count == 0)
        pthread_cond_signal(&zero);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    while (count > 0)
        pthread_cond_wait(&zero, &m);
    pthread_mutex_unlock(&m);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

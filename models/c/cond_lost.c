//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call
//@ also not: no-data-race
// The flag is set without the mutex: the signal may come between the test and the wait, where nobody hears it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *tell(void *arg) {
    ready = 1;
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

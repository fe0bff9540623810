//@ expect: wrong (assertion, line 24)
//@ also: no-data-race, no-deadlock
// There is one waiter and one signal, and yet the wait may end before it: POSIX allows a wake-up for no reason.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *tell(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, tell, 0);
    pthread_cond_wait(&c, &m);
    assert(ready); // fails
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

//@ expect: wrong (assertion, line 26)
//@ also: no-data-race, no-deadlock
// A wait that timed out is taken for one that was told.
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
    struct timespec until = {0, 0};
    pthread_t t;
    pthread_create(&t, 0, tell, 0);
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_timedwait(&c, &m, &until);
    assert(ready); // fails
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A wait that may end without a signal: whatever it answers, the flag is looked at under the mutex.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, value;

void *tell(void *arg) {
    pthread_mutex_lock(&m);
    value = 3;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    struct timespec until = {0, 0};
    pthread_t t;
    int answer = 0;
    pthread_create(&t, 0, tell, 0);
    pthread_mutex_lock(&m);
    while (!ready && answer != ETIMEDOUT)
        answer = pthread_cond_timedwait(&c, &m, &until);
    assert(!ready || value == 3);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

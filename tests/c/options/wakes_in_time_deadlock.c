//@ --deadlock: wrong (line 17)
//@ --property no-deadlock: safe
// A wait that is not late may have ended without a signal too.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

int main(void) {
    struct timespec until = {0};
    pthread_mutex_lock(&m);
    int late = pthread_cond_timedwait(&c, &m, &until);
    // Nobody signals.
    assert(late);
    pthread_mutex_unlock(&m);
    return ready;
}

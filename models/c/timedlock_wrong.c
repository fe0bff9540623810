//@ expect: wrong (assertion, line 33)
//@ also: no-data-race, no-deadlock
// A timed lock is taken for one that always succeeds.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *slow(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *hasty(void *arg) {
    struct timespec until = {0, 0};
    if (pthread_mutex_timedlock(&m, &until) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, slow, 0);
    pthread_create(&b, 0, hasty, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A timed lock ends with the mutex or without it; both ends are looked at.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, late;

void *slow(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *hasty(void *arg) {
    struct timespec until = {0, 0};
    int answer = pthread_mutex_timedlock(&m, &until);
    if (answer == ETIMEDOUT) {
        late = 1;
    } else {
        assert(answer == 0);
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
    assert(x + late == 2);
    return 0;
}

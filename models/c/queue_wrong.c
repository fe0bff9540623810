//@ expect: wrong (assertion, line 29)
//@ also: no-deadlock
//@ also not: no-data-race
// A ring of two places: whether it is full is asked outside the mutex, so a third producer overwrites.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ring[2], in, lost;

void *produce(void *arg) {
    if (in < 2) {
        pthread_mutex_lock(&m);
        if (ring[in % 2] != 0)
            lost = 1;
        ring[in % 2] = 1;
        in++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, produce, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(!lost); // fails
    return 0;
}

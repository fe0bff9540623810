//@ expect: wrong (assertion, line 26)
//@ also: no-data-race, no-deadlock
// An early exit jumps over the unlock: at the end the mutex is still held.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    if (x > 0)
        goto out;
    x++;
    pthread_mutex_unlock(&m);
out:
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)0);
    pthread_create(&t, 0, work, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&m) == 0); // fails
    return 0;
}

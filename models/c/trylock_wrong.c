//@ expect: wrong (assertion, line 26)
//@ also: no-deadlock
//@ also not: no-data-race
// The answer of `pthread_mutex_trylock` is not looked at, so who did not get the mutex counts all the same, between the load and the store of who did.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work(void *arg) {
    int answer = pthread_mutex_trylock(&m);
    x++;
    if (answer != EBUSY)
        pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

//@ expect: wrong (assertion, line 24)
//@ also: no-deadlock
//@ also not: no-data-race
// Each call has a mutex of its own, so it keeps nobody out.
#include <assert.h>
#include <pthread.h>

int count;

void *work(void *arg) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(count == 2); // fails
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// What was shared under a lock is used without one after all have been joined, and shared again under another lock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;

void *first(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *arg) {
    pthread_mutex_lock(&n);
    x *= 2;
    pthread_mutex_unlock(&n);
    return 0;
}

void both(void *(*f)(void *)) {
    pthread_t s, t;
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, f, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}

int main(void) {
    both(first);
    assert(x == 2);
    x++;
    both(second);
    assert(x == 12);
    return 0;
}

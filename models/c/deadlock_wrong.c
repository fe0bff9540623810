//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// Two mutexes, taken in opposite orders through pointers: each thread holds one and waits for the other.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;

void both(pthread_mutex_t *first, pthread_mutex_t *second, int d) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    x += d;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

void *up(void *arg) {
    both(&m, &n, 1);
    return 0;
}

void *down(void *arg) {
    both(&n, &m, -1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, up, 0);
    pthread_create(&b, 0, down, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

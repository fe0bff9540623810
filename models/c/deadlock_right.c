//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// Two mutexes, always taken in the same order.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;

void both(int d) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    x += d;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
}

void *up(void *arg) {
    both(1);
    return 0;
}

void *down(void *arg) {
    both(-1);
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

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Two threads count twice each, under one mutex.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *count(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}

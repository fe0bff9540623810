//@ expect: safe
//@ also: no-data-race, no-deadlock
// A mutex is initialised before there are others, and again once they have ended and it was destroyed.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    assert(x == 0);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_t a, b;
        pthread_mutex_init(&m, 0);
        pthread_create(&a, 0, work, 0);
        pthread_create(&b, 0, work, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        pthread_mutex_destroy(&m);
    }
    return 0;
}

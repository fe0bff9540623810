//@ expect: inconclusive (undefined behaviour, line 9)
//@ property: no-deadlock
// Whoever waits for a mutex that was destroyed waits for nobody.
#include <pthread.h>

pthread_mutex_t m;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_mutex_destroy(&m);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

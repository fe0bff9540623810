//@ expect: wrong (undefined)
// Main destroys the mutex without waiting for the thread that uses it.
#include <pthread.h>

pthread_mutex_t m;
int x;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    pthread_join(t, 0);
    return 0;
}

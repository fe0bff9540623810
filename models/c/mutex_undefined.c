//@ expect: wrong (undefined, line 14)
// The second thread unlocks a mutex that it does not hold.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *lock(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

void *unlock(void *arg) {
    pthread_mutex_unlock(&m); // fails
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, lock, 0);
    pthread_create(&b, 0, unlock, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

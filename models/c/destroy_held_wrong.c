//@ expect: wrong (undefined, line 11)
// A mutex is destroyed while its thread still holds it.
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    // `pthread_mutex_unlock(&m)` is missing.
    pthread_mutex_destroy(&m);
    return 0;
}

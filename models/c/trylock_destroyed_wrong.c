//@ expect: wrong (undefined, line 9)
// Whoever only tries to lock a mutex that was destroyed uses it, too.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_destroy(&m);
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    return 0;
}

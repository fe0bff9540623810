//@ expect: wrong (undefined, line 7)
// Whoever only tries to lock a mutex that nobody has initialised uses it, too.
#include <pthread.h>

int main(void) {
    pthread_mutex_t lock;
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    return 0;
}

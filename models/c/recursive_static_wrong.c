//@ expect: wrong (assertion, line 12)
// A recursive mutex that an initialiser makes excludes others, and not its own thread.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void) {
    pthread_mutex_lock(&m);
    // A plain mutex would stop here for ever.
    assert(pthread_mutex_trylock(&m) != 0);
    return 0;
}

//@ expect: wrong (undefined, line 18)
// Of two mutexes one is initialised as recursive, the other is not.
#include <pthread.h>
#include <stdlib.h>

struct pair {
    pthread_mutex_t first, second;
};

int main(void) {
    struct pair *pair = malloc(sizeof *pair);
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&pair->first, &attribute);
    pthread_mutex_lock(&pair->first);
    pthread_mutex_lock(&pair->first);
    pthread_mutex_lock(&pair->second);
    return 0;
}

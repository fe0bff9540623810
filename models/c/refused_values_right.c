//@ expect: safe
//@ also: no-data-race, no-deadlock
// What POSIX has no meaning for is refused by the functions themselves.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_barrier_t b;
    pthread_mutexattr_t kind;
    pthread_attr_t attributes;
    assert(pthread_barrier_init(&b, 0, 0) == EINVAL && pthread_barrier_init(&b, 0, 1) == 0);
    pthread_mutexattr_init(&kind);
    assert(pthread_mutexattr_settype(&kind, 99) == EINVAL);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0);
    pthread_attr_init(&attributes);
    assert(pthread_attr_setdetachstate(&attributes, 7) == EINVAL);
    assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    assert(pthread_cond_wait(&c, &m) == EPERM);
    return 0;
}

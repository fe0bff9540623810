//@ expect: safe
//@ also: no-data-race, no-deadlock
// An errorcheck mutex says who locks it twice, and who unlocks what is not theirs.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *work(void *arg) {
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    x++;
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a, b;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}

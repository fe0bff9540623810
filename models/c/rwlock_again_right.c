//@ expect: safe
//@ also: no-data-race, no-deadlock
// Who writes and locks again is told so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *write_twice(void *arg) {
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_rwlock_wrlock(&l) == EDEADLK);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK);
    struct timespec now = {0, 0};
    assert(pthread_rwlock_timedwrlock(&l, &now) == EDEADLK && pthread_rwlock_timedrdlock(&l, &now) == EDEADLK);
    x++;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, write_twice, 0);
    pthread_create(&b, 0, write_twice, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_rdlock(&l) == 0 && x == 2);
    return 0;
}

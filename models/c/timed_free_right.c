//@ expect: safe
//@ also: no-data-race, no-deadlock
// Time is never over where nobody has to wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    pthread_rwlock_t r, w;
    sem_t s;
    struct timespec now = {0, 0};
    sem_init(&s, 0, 1);
    pthread_rwlock_init(&r, 0);
    pthread_rwlock_init(&w, 0);
    assert(sem_timedwait(&s, &now) == 0);
    assert(pthread_rwlock_timedrdlock(&r, &now) == 0 && pthread_rwlock_timedrdlock(&r, &now) == 0);
    assert(pthread_rwlock_timedwrlock(&w, &now) == 0);
    return 0;
}

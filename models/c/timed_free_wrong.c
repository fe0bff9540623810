//@ expect: wrong (assertion, line 24)
// Somebody else may have the lock, and then time may be over.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *work(void *arg) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    struct timespec now = {0, 0};
    pthread_create(&t, 0, work, 0);
    int late = pthread_rwlock_timedrdlock(&l, &now);
    if (!late) {
        pthread_rwlock_unlock(&l);
    }
    pthread_join(t, 0);
    assert(!late);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Trying for a read-write lock: a reader never gets it beside a writer, and says so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int writing;

void *write_(void *arg) {
    if (pthread_rwlock_trywrlock(&l) == 0) {
        writing = 1;
        writing = 0;
        pthread_rwlock_unlock(&l);
    }
    return 0;
}

void *read_(void *arg) {
    int answer = pthread_rwlock_tryrdlock(&l);
    assert(answer == 0 || answer == EBUSY);
    if (answer == 0) {
        assert(!writing);
        pthread_rwlock_unlock(&l);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, read_, 0);
    pthread_create(&b, 0, write_, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

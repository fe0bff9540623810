//@ expect: wrong (assertion, line 11)
// Who writes and locks again is told so, and this one relies on the contrary.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_wrlock(&l);
    int r = pthread_rwlock_wrlock(&l);
    assert(r == 0);
    return 0;
}

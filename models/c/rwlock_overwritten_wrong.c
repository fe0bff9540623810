//@ expect: wrong (undefined, line 9)
// A readers-writer lock is set to zeros while its thread writes under it.
#include <pthread.h>
#include <string.h>

int main(void) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_wrlock(&lock);
    memset(&lock, 0, sizeof lock);
    return 0;
}

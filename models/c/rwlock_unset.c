//@ expect: wrong (undefined, line 11)
// A readers-writer lock in an array on the heap is initialised, the one beside it is not.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_rwlock_t *locks = malloc(2 * sizeof *locks);
    pthread_rwlock_init(&locks[0], NULL);
    pthread_rwlock_wrlock(&locks[0]);
    pthread_rwlock_unlock(&locks[0]);
    pthread_rwlock_rdlock(&locks[1]);
    return 0;
}

//@ expect: wrong (undefined, line 10)
//@ tried: not, since that a lock is destroyed is not watched
// Main destroys a lock without waiting for the thread that reads under it.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *work(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_rwlock_destroy(&lock);
    pthread_join(t, 0);
    return 0;
}

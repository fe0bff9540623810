//@ expect: wrong (undefined, line 10)
//@ tried: not, since that a lock is destroyed is not watched
// Main destroys a lock that nobody holds, and a thread reads under it later.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, seen;

void *work(void *arg) {
    pthread_rwlock_rdlock(&lock);
    seen = x;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_destroy(&lock);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

//@ -DWRITER: wrong (line 9)
//@ -DREADER: wrong (line 9)
//@ -DOWN: safe
// A readers-writer lock is given back by a thread that holds none.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *other(void *ignored) {
#ifndef OWN
    pthread_rwlock_unlock(&lock);
#endif
    return ignored;
}
int main(void) {
    pthread_t thread;
#ifdef READER
    pthread_rwlock_rdlock(&lock);
#else
    if (pthread_rwlock_trywrlock(&lock) != 0) return 1;
#endif
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
#ifdef OWN
    pthread_rwlock_unlock(&lock);
#endif
    return 0;
}

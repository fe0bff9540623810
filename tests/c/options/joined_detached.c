//@ -DATTRIBUTE: wrong (line 26)
//@ -DDETACHED: wrong (line 26)
//@ -DJOINABLE: safe
// To join a thread that is detached has no meaning, also where it never ends.
#include <pthread.h>
#include <semaphore.h>
sem_t never;
static void *waits(void *ignored) {
    sem_wait(&never);
    return ignored;
}
int main(void) {
    pthread_t thread;
    pthread_attr_t attr;
    sem_init(&never, 0, 0);
    pthread_attr_init(&attr);
#ifdef ATTRIBUTE
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
#else
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
#endif
    pthread_create(&thread, &attr, waits, NULL);
#ifdef DETACHED
    pthread_detach(thread);
#endif
    pthread_join(thread, NULL);
    return 0;
}

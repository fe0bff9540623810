//@ expect: safe
//@ also: no-data-race, no-deadlock
// A detached thread tells by a semaphore when it is done; it is never joined.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t done;
int x;

void *work(void *arg) {
    x = 1;
    sem_post(&done);
    return 0;
}

int main(void) {
    pthread_attr_t attr;
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, work, 0);
    pthread_attr_destroy(&attr);
    sem_wait(&done);
    assert(x == 1);
    return 0;
}

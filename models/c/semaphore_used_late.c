//@ expect: wrong (undefined, line 9)
//@ tried: not, since that a semaphore is destroyed is not watched
// The thread that waited for a semaphore destroys it, and the one that posts posts once more.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
void *work(void *arg) {
    sem_post(&done);
    sem_post(&done);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_wait(&done);
    sem_destroy(&done);
    pthread_join(t, 0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Readers and writers with a count of readers: the first reader locks writers out, the last lets them in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t room;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, x, y;

void *read_(void *arg) {
    pthread_mutex_lock(&m);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&m);
    assert(x == y);
    pthread_mutex_lock(&m);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&m);
    return 0;
}

void *write_(void *arg) {
    sem_wait(&room);
    x = 1;
    y = 1;
    sem_post(&room);
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    sem_init(&room, 0, 1);
    pthread_create(&a, 0, read_, 0);
    pthread_create(&b, 0, read_, 0);
    pthread_create(&c, 0, write_, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}

//@ expect: wrong (assertion, line 15)
//@ also: no-deadlock
//@ also not: no-data-race
// A semaphore that begins at 2 lets two threads in at once.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int inside;

void *work(void *arg) {
    sem_wait(&s);
    inside++;
    assert(inside == 1); // fails
    inside--;
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

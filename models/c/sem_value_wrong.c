//@ expect: wrong (assertion, line 21)
//@ also: no-data-race
// Whoever asks for the value of a semaphore may be early.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *work(void *arg) {
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t t;
    int value;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_getvalue(&s, &value);
    assert(value == 1);
    pthread_join(t, 0);
    return 0;
}

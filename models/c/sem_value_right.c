//@ expect: safe
//@ also: no-data-race, no-deadlock
// Whoever asks for the value of a semaphore meets nobody.
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
    assert(value == 0 || value == 1);
    pthread_join(t, 0);
    return 0;
}

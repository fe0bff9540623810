//@ expect: safe
//@ also: no-data-race, no-deadlock
// Objects of the library on the heap and in functions, each initialised before it is used.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <assert.h>

struct gate { sem_t open; pthread_barrier_t all; int passed; };

void *passes(void *argument) {
    struct gate *gate = argument;
    sem_wait(&gate->open);
    gate->passed++;
    sem_post(&gate->open);
    pthread_barrier_wait(&gate->all);
    return NULL;
}

int main(void) {
    struct gate *gate = malloc(sizeof *gate);
    sem_t done;
    pthread_t t;
    gate->passed = 0;
    sem_init(&gate->open, 0, 1);
    sem_init(&done, 0, 0);
    pthread_barrier_init(&gate->all, NULL, 2);
    pthread_create(&t, NULL, passes, gate);
    passes(gate);
    sem_post(&done);
    pthread_join(t, NULL);
    sem_wait(&done);
    assert(gate->passed == 2);
    return 0;
}

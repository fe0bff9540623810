//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// A thread waits for ever for a mutex that nobody unlocks; main ends the program, so that is no deadlock.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *wait_(void *arg) {
    pthread_mutex_lock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, wait_, 0);
    exit(0);
}

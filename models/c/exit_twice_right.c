//@ expect: safe
//@ also: no-data-race, no-deadlock
// Two threads end the program at once: handlers are called by one of them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

void last(void) {
    x++;
    assert(x == 1);
}

void *work(void *arg) {
    exit(1);
}

int main(void) {
    pthread_t t;
    atexit(last);
    pthread_create(&t, 0, work, 0);
    exit(0);
}

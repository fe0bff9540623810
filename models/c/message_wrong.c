//@ property: no-data-race
//@ expect: wrong (race on data, lines 13 and 19)
//@ also: unreach-call, no-deadlock
// Message passing with the two stores the wrong way round: the flag is up while the data are still written.
#include <pthread.h>
#include <stdatomic.h>

int data, got;
atomic_int ready;

void *send(void *arg) {
    ready = 1;
    data = 42;
    return 0;
}

void *receive(void *arg) {
    if (ready)
        got = data;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, send, 0);
    pthread_create(&b, 0, receive, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ property: no-data-race
//@ expect: wrong (race on ready, lines 13 and 18)
//@ also: unreach-call, no-deadlock
// Message passing with a plain flag: right under every interleaving, and still a data race.
#include <assert.h>
#include <pthread.h>

int data;
int ready;

void *send(void *arg) {
    data = 42;
    ready = 1;
    return 0;
}

void *receive(void *arg) {
    if (ready)
        assert(data == 42);
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

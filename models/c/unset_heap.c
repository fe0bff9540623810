//@ expect: wrong
//@ tried: not
// What `malloc` gives is read by another thread, perhaps before it is set.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int ready, value;
} *shared;

void *work(void *arg) {
    shared->value = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, work, 0);
    assert(shared->value < 2);
    return 0;
}

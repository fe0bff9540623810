//@ expect: safe
//@ also: no-data-race, no-deadlock
// What `atexit` is given is called when the program ends, the last one first, and each as often as it was given.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

void last(void) {
    assert(x == 6);
}

void twice(void) {
    x = x ? 2 * x : 3;
}

void *work(void *arg) {
    atexit(twice);
    return 0;
}

int main(void) {
    pthread_t t;
    atexit(last);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    atexit(twice);
    if (x)
        return 1;
    exit(0);
}

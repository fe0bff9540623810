//@ expect: wrong (assertion, line 26)
//@ also: no-deadlock
//@ also not: no-data-race
// The inner thread outlives the one that created it: joining that one is not enough.
#include <assert.h>
#include <pthread.h>

int x;

void *inner(void *arg) {
    x = 2;
    return 0;
}

void *outer(void *arg) {
    pthread_t t;
    x = 1;
    return (void *)(long)pthread_create(&t, 0, inner, 0);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    int first = x;
    assert(first == x); // fails
    return 0;
}

//@ expect: wrong (assertion, line 24)
//@ also: no-data-race, no-deadlock
// `x == x` reads a shared variable twice, and in between it may change.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

int same(void) {
    int first = x;
    return first == x;
}

void *work(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int s = same();
    pthread_join(t, 0);
    assert(s); // fails
    return 0;
}

//@ expect: wrong (assertion, line 21)
//@ also: no-data-race, no-deadlock
// `x = x + 1` on an atomic variable is a load and a store, and between the two the other counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int x;

void *work(void *arg) {
    x = x + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

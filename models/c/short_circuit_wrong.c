//@ expect: wrong (assertion, line 19)
//@ also: no-data-race, no-deadlock
// The two sides of `&&` are read in two steps: each holds when it is read, and never both at once.
#include <assert.h>
#include <pthread.h>

_Atomic int x = 1, y;

void *move(void *arg) {
    x = 0;
    y = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    int both = x && y;
    assert(!both); // fails
    pthread_join(t, 0);
    return 0;
}

//@ expect: wrong (assertion, line 22)
//@ also: no-data-race, no-deadlock
// A sum of three shared variables is read in three steps: it is found to be 3, which it never was.
#include <assert.h>
#include <pthread.h>

_Atomic int x = 1, y, z;

void *move(void *arg) {
    y = 1;
    x = 0;
    z = 1;
    y = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    int sum = x + y + z;
    pthread_join(t, 0);
    assert(sum == 1 || sum == 2); // fails
    return 0;
}

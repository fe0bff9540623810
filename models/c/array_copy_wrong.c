//@ expect: wrong (assertion, line 22)
//@ also: no-data-race, no-deadlock
// An array is copied in a loop while the other thread fills it: the copy has the end of the new and the beginning of the old.
#include <assert.h>
#include <pthread.h>

_Atomic int a[2];

void *fill(void *arg) {
    for (int i = 0; i < 2; i++)
        a[i] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int copy[2];
    pthread_create(&t, 0, fill, 0);
    for (int i = 0; i < 2; i++)
        copy[i] = a[i];
    pthread_join(t, 0);
    assert(copy[0] >= copy[1]); // fails
    return 0;
}

//@ expect: safe
//@ also: no-deadlock
//@ also not: no-data-race
// `a[i] = j` with shared `i` and `j` reads the two, in two steps, and then writes: either may be old or new.
#include <assert.h>
#include <pthread.h>

int a[2], i, j = 1;

void *move(void *arg) {
    i = 1;
    j = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    a[i] = j;
    pthread_join(t, 0);
    assert(a[0] + a[1] == 1 || a[0] + a[1] == 2);
    assert(a[0] == 0 || a[1] == 0);
    return 0;
}

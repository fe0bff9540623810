//@ expect: wrong (assertion, line 24)
//@ also: no-deadlock
//@ also not: no-data-race
// The numbers are taken modulo 2, so the first and the third thread share a cell, and either may be the last to write it.
#include <assert.h>
#include <pthread.h>

#define N 3

int cell[2];

void *work(void *arg) {
    int id = (int)(long)arg;
    cell[id % 2] = id;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(cell[0] == 2); // fails
    return 0;
}

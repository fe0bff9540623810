//@ expect: safe
//@ also: no-data-race, no-deadlock
// A loop creates threads that get their number as a pointer that is none; each has a cell of its own.
#include <assert.h>
#include <pthread.h>

#define N 3

int cell[N];

void *work(void *arg) {
    int id = (int)(long)arg;
    cell[id] = id + 1;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < N; i++)
        assert(cell[i] == i + 1);
    return 0;
}

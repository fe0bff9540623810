//@ expect: wrong (assertion, line 14)
//@ also not: no-data-race, no-deadlock
// The barrier is for two, but three threads come: two of them pass before the third has written.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
int cell[3];

void *work(void *arg) {
    int id = (int)(long)arg;
    cell[id] = 1;
    pthread_barrier_wait(&b);
    assert(cell[(id + 1) % 3]); // fails
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&b, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Nobody reads the other's cell before both have written; exactly one is told to be the serial thread.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
int cell[2], serial[2];

void *work(void *arg) {
    int id = (int)(long)arg;
    cell[id] = id + 1;
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
        serial[id] = 1;
    assert(cell[1 - id] == 2 - id);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(serial[0] + serial[1] == 1);
    pthread_barrier_destroy(&b);
    return 0;
}

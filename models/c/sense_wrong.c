//@ expect: wrong (assertion, line 23)
//@ also: no-deadlock
//@ also not: no-data-race
// A barrier that waits for a count to be full and is used again: the fast thread finds the count of the first round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;
int phase[2];

void barrier(void) {
    count++;
    while (count < 2)
        ;
}

void *work(void *arg) {
    int id = (int)(long)arg;
    for (int i = 1; i <= 2; i++) {
        phase[id] = i;
        barrier();
        assert(phase[1 - id] >= i); // fails
    }
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

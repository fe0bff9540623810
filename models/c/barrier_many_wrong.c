//@ expect: wrong (assertion, line 17)
//@ also: no-data-race
//@ also not: no-deadlock
// Many threads at a barrier for two, again and again: whoever is slow to leave is not held back by later rounds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int through;

void *work(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_barrier_wait(&barrier);
        atomic_fetch_add(&through, 1);
    }
    assert(through != 6);
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

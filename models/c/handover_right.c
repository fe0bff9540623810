//@ property: no-data-race
//@ expect: safe
//@ also: unreach-call, no-deadlock
// The ownership of a buffer goes from hand to hand: who finds the state to be its own may touch it without a lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { EMPTY, FULL };

atomic_int state = EMPTY;
int buffer;

void *fill(void *arg) {
    for (int i = 1; i <= 2; i++) {
        while (state != EMPTY)
            ;
        buffer = i;
        state = FULL;
    }
    return 0;
}

void *drain(void *arg) {
    for (int i = 1; i <= 2; i++) {
        while (state != FULL)
            ;
        assert(buffer == i);
        state = EMPTY;
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, fill, 0);
    pthread_create(&t, 0, drain, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

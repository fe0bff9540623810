//@ expect: wrong (assertion, line 13)
//@ also: no-data-race, no-deadlock
// The two threads may both find the automaton idle, and one step is made twice.
#include <assert.h>
#include <pthread.h>

typedef enum { IDLE, BUSY, DONE } state_t;

_Atomic state_t state;

void *work(void *arg) {
    if (state == IDLE) {
        assert(state != DONE); // fails
        state = BUSY;
        state = DONE;
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

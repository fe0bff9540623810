//@ expect: safe
//@ also: no-data-race, no-deadlock
// Enumerations as states of an automaton; constants with and without values.
#include <assert.h>
#include <pthread.h>

enum state { IDLE, BUSY = 3, DONE, LAST = DONE };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
enum state state = IDLE;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    if (state == IDLE) {
        state = BUSY;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        assert(state == BUSY);
        state = DONE;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(state == 4 && LAST == 4 && sizeof(state) == sizeof(int));
    return 0;
}

//@ expect: wrong (assertion, line 16)
//@ also: no-data-race, no-deadlock
// What a thread returns is asked for, with a cast in front of the place where it goes.
#include <assert.h>
#include <pthread.h>

void *work(void *arg) {
    return (void *)5;
}

int main(void) {
    pthread_t t;
    long r = 1;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, (void **)&r);
    assert(r == 0);
    return 0;
}

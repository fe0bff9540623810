//@ expect: wrong (assertion, line 28)
//@ also: no-deadlock
//@ also not: no-data-race
// A flag of our own in place of `pthread_once`: two threads find it unset, and both initialise.
#include <assert.h>
#include <pthread.h>

int done, times;

void initialise(void) {
    times++;
}

void *work(void *arg) {
    if (!done) {
        initialise();
        done = 1;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(times == 1); // fails
    return 0;
}

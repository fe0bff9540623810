//@ expect: wrong (assertion, line 19)
//@ also: no-data-race, no-deadlock
// To sleep is not to wait for somebody.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

_Atomic int ready;

void *work(void *arg) {
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    sleep(1);
    assert(ready); // fails
    pthread_join(t, 0);
    return 0;
}

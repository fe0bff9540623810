//@ expect: wrong (assertion, line 21)
//@ also: no-data-race, no-deadlock
// A counter of 8 bits: the two threads add 256 together, which is nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar count;

void *work(void *arg) {
    count += 128;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(count > 0); // fails
    return 0;
}

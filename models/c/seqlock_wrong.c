//@ expect: wrong (assertion, line 23)
//@ also: no-data-race, no-deadlock
// A sequence lock whose reader does not ask for an even number: it may begin and end while the writer is in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int x, y;

void *write_both(void *arg) {
    sequence++;
    x = 1;
    y = 1;
    sequence++;
    return 0;
}

void *read_both(void *arg) {
    unsigned before = sequence;
    int a = x, b = y;
    if (sequence == before)
        assert(a == b); // fails
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, write_both, 0);
    pthread_create(&b, 0, read_both, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

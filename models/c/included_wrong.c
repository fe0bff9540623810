//@ expect: wrong (assertion, line 19)
// A part of the program stands in a file of its own, and steps there are shown as they stand there.
#include <assert.h>
#include <pthread.h>

#include "included.h"

void *work(void *arg) {
    take(7);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance >= 0); // not if both have looked before one of them takes
    return 0;
}

//@ expect: inconclusive (uninitialised)
// A result of 32 bits is taken for a pointer: what the other bits are is not said.
//@ tried: not
#include <assert.h>
#include <pthread.h>

int minus_one() {
    return -1;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, (void *)minus_one, 0);
    pthread_join(t, &result);
    assert((long)result < 0);
    return 0;
}

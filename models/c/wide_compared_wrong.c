//@ expect: wrong
// All that is followed is less than what takes more than 32 bits.
#include <assert.h>
#include <pthread.h>

long number = 3;

void *work(void *arg) {
    assert(4294967296 < number || number <= -4294967296);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

//@ expect: inconclusive (64-bit value, line 9)
// A `long long` is accepted as long as its values fit into 32 bits; here they leave them.
#include <assert.h>
#include <pthread.h>

long long x = 2000000000;

void *work(void *arg) {
    x = x * 3; // leaves 32 bits
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x == 6000000000);
    return 0;
}

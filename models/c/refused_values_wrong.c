//@ expect: wrong (assertion, line 10)
// A barrier for nobody.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;

int main(void) {
    int none = 0;
    assert(pthread_barrier_init(&b, 0, none) == 0);
    return 0;
}

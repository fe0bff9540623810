//@ expect: inconclusive (nondet domain)
// What comes from outside may be larger than what is followed: nothing is known of those that are alike beyond 32 bits.
#include <assert.h>
#include <pthread.h>

extern long __VERIFIER_nondet_long(void);
int large;

void *work(void *arg) {
    large = __VERIFIER_nondet_long() > 5000000000;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(!large);
    return 0;
}

//@ expect: wrong (assertion, line 18)
//@ also not: no-data-race
// The thread is stopped by its assumption after it wrote, and what it wrote is seen: the path is not forgotten.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int x;

void *stuck(void *arg) {
    x = 1;
    __VERIFIER_assume(0);
    return 0;
}

void *other(void *arg) {
    assert(x == 0); // fails
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, stuck, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(b, 0);
    return 0;
}

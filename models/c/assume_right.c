//@ expect: safe
//@ also: no-data-race
// An assumption that does not hold stops its thread for good, and nobody else.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int x, y;

void *stuck(void *arg) {
    x = 1;
    __VERIFIER_assume(x == 2);
    y = 1;
    return 0;
}

void *other(void *arg) {
    assert(y == 0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, stuck, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(b, 0);
    return 0;
}

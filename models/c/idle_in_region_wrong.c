//@ expect: wrong (assertion, line 18)
// The loop waits inside of the atomic region for what may have come before: whoever is behind it knows that it has.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int ready, data;

void *waits(void *unused) {
    int mine;
    __VERIFIER_atomic_begin();
    while (!(ready && data == 0));
    mine = ready;
    __VERIFIER_atomic_end();
    assert(mine == 1);
    assert(data == 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    ready = 1;
    data = 1;
    return 0;
}

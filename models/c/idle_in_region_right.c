//@ expect: safe
// A loop without a body inside of an atomic region: nobody else moves there, so it ends at once, or the region never.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

volatile unsigned served, next;
int inside, seen;

static unsigned __VERIFIER_atomic_draws(void) { return next++; }

void *enters(void *unused) {
    unsigned mine = __VERIFIER_atomic_draws();
    __VERIFIER_atomic_begin();
    seen = 1;
    while (mine != served) {
        ;
    }
    seen = 0;
    __VERIFIER_atomic_end();
    assert(seen == 0);
    inside++;
    assert(inside == 1);
    inside--;
    __VERIFIER_atomic_begin();
    served++;
    do {
    } while (served > next);
    for (; inside != 0;);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, enters, 0);
    pthread_create(&b, 0, enters, 0);
    enters(0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
//@ tried: not with gcc, which has no atomic regions
// What stands behind two ends of an atomic region is done once.
#include <assert.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int g, n;
sem_t s;

int main(void) {
    sem_init(&s, 0, 0);
    __VERIFIER_atomic_begin();
    if (n > 5) { __VERIFIER_atomic_end(); sem_post(&s); }
    else { __VERIFIER_atomic_end(); }
    n++;
    __VERIFIER_atomic_begin();
    if (g < 1) { __VERIFIER_atomic_end(); } else { __VERIFIER_atomic_end(); }
    assert(n == 1);
    return 0;
}

//@ : safe
//@ --rules reduction: safe
//@ --rules interleaving: safe
//@ --races: inconclusive (atomic)
//@ --deadlock: inconclusive (atomic)
//@ -D CALLS: inconclusive (atomic)
//@ -D COUNTS: wrong (line 38)
// A loop that changes nothing ends at once or never where nobody else moves. One that calls or counts is followed.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

int ready, rounds, given;

static int asked(void) { return !ready; }

void *waits(void *unused) {
    __VERIFIER_atomic_begin();
    given = 1;
#if defined(CALLS)
    while (asked());
#elif defined(COUNTS)
    while (rounds++ < 3);
#else
    while (!ready);
#endif
    given = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    __VERIFIER_atomic_begin();
    ready = 1;
    assert(given == 0);
#ifdef COUNTS
    assert(rounds == 0);
#endif
    __VERIFIER_atomic_end();
    return 0;
}

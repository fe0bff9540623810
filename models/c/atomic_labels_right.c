//@ expect: safe
//@ also: no-data-race, no-deadlock
//@ tried: not with gcc, which has no atomic regions
// A function with a label, twice in atomic regions: each has a label of its own; what is computed lives across regions.
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, rounds;

int twice(int n) {
    int done = 0;
again:
    rounds++;
    if (done)
        return n + n;
    done = 1;
    goto again;
}

int leave(int early) {
    __VERIFIER_atomic_begin();
    x = x + 1;
    if (early) {
        __VERIFIER_atomic_end();
        return 1;
    }
    x = x + 1;
    __VERIFIER_atomic_end();
    return 2;
}

int main(void) {
    int sum = x + 3;
    __VERIFIER_atomic_begin();
    x = twice(1);
    assert(rounds == 2);
    x = x + twice(2);
    __VERIFIER_atomic_end();
    assert(x == 6 && rounds == 4);
    sum = sum * 2 + leave(0) + leave(1);
    assert(x == 9 && sum == 9);
    return 0;
}

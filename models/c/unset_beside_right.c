//@ expect: safe
//@ also: no-data-race, no-deadlock
//@ tried: not with gcc, which has no atomic regions
// A local that may not be set leaves those beside it alone; so do the ends of an atomic region what begins in it.
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

enum direction { UP, DOWN };
struct pair { int a, b; };
struct pair whole = {1, 2};
int g = 1;

int both_ways(int early) {
    __VERIFIER_atomic_begin();
    int t = g;
    g = t + 1;
    if (early) {
        __VERIFIER_atomic_end();
        return t;
    }
    __VERIFIER_atomic_end();
    return t + 10;
}

int main(void) {
    int y = 5, q;
    struct pair pairs[2] = {whole, whole};
    enum direction d = -1;
    if (g)
        q = 2;
    g = q;
    assert(y == 5);
    assert(both_ways(0) == 12 && both_ways(1) == 3);
    assert(pairs[1].b == 2);
    assert(d > 0);
    return 0;
}

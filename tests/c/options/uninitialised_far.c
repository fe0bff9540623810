//@ : inconclusive (uninitialised)
//@ --uninitialised choose: inconclusive (nondet domain)
//@ --uninitialised choose --nondet 0..9: inconclusive (nondet domain)
// No number that is tried is one that fails.
#include <assert.h>

int main(void) {
    int n;
    assert(n * 7 != 7007);
    return 0;
}

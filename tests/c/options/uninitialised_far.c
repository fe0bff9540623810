//@ : wrong (line 10)
//@ --rules reduction: inconclusive (uninitialised)
//@ --uninitialised choose: wrong (line 10)
//@ --uninitialised choose --nondet 0..9: inconclusive (nondet domain)
// No number that is tried one by one is one that fails; a circuit tries all.
#include <assert.h>

int main(void) {
    int n;
    assert(n * 7 != 7007);
    return 0;
}

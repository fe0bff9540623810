//@ expect: wrong (assertion, line 9)
// What a seed is may be asked before, and after, it becomes another one.
//@ tried: not, compilers choose one order
#include <assert.h>
#include <stdlib.h>

int seed_or_number(unsigned seed, int number) {
    (void)number;
    assert(seed == 7);
    return 0;
}

int main(void) {
    unsigned seed = 7;
    return seed_or_number(seed, rand_r(&seed));
}

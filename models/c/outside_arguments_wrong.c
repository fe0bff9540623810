//@ expect: wrong (assertion, line 20)
// What a function is given that gives any number is evaluated; a variable with its name is what it holds.
#include <assert.h>

int nondet_int(int seed);

int seeds;

int seed(void) {
    seeds++;
    return seeds;
}

int three(void) { return 3; }

int main(void) {
    int n = nondet_int(seed());
    assert(seeds == 1);
    if (nondet_int(seed())) n = 2;
    assert(seeds == 1);
    int (*__VERIFIER_nondet_int)(void) = three;
    assert(__VERIFIER_nondet_int() % 5 == 3);
    return 0;
}

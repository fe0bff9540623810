//@ expect: safe
// Variables that are called like functions which give values from outside.
#include <assert.h>

int five(void) {
    return 5;
}

int (*nondet_f)(void) = five;

int main(void) {
    int (*rand)(void) = five;
    assert(rand() % 3 == 2);
    if (!nondet_f())
        assert(0);
    assert(nondet_f() % 4 == 1);
    return 0;
}

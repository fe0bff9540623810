//@ expect: wrong (assertion, line 11)
// In which order initialisers in braces are evaluated C leaves open (C11 6.7.9p23).
#include <assert.h>

int n;

int next(void) { return ++n; }

int main(void) {
    int a[2] = {next(), next()};
    assert(a[0] == 1);
    return 0;
}

//@ expect: wrong (assertion, line 15)
// Arguments are evaluated in no order (C11 6.5.2.2p10): gcc begins with the last one.
#include <assert.h>

int n;

int next(void) {
    return ++n;
}

int difference(int a, int b) {
    return a - b;
}
int main(void) {
    assert(difference(next(), next()) == -1); // fails with gcc
    return 0;
}

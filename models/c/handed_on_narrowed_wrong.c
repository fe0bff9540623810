//@ expect: wrong (assertion, line 12)
//@ tried: not, since few values are drawn
// A value on its way through a `char` is another one.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int values[2];

static char through(char c) { return c; }

static void compare(int a, int b) {
    // Of -1 to 2 all are the same.
    assert(a == b);
}

int main(void) {
    for (int i = 0; i < 2; i++) values[i] = __VERIFIER_nondet_int();
    compare(values[0], values[0]);
    compare(values[1], through(values[1]));
    return 0;
}

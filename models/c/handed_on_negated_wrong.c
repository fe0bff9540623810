//@ expect: wrong (assertion, line 21)
// The last two are exchanged: one may be 0 and the other one 1.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int stored[8], copies[8];

static int negated(int i) {
    int copy = copies[i];
    return (!copy) == stored[i];
}

int main(void) {
    for (int i = 0; i < 8; i++) {
        int value = __VERIFIER_nondet_int();
        copies[i] = value;
        stored[i < 6 ? i : 13 - i] = value;
    }
    for (int i = 0; i < 8; i++)
        if (negated(i)) {
            reach_error();
            abort();
        }
    return 0;
}

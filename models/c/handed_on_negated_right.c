//@ expect: safe
// No number is 1 where it is 0, and 0 where it is not: what is compared are the same two numbers.
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
        stored[i] = value;
    }
    for (int i = 0; i < 8; i++)
        if (negated(i)) {
            reach_error();
            abort();
        }
    return 0;
}

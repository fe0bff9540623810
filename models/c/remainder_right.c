//@ expect: safe
// What is left of a number from outside by a small one is one of a few, whatever the number is.
//@ tried: not
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int counts[3];

int main(void) {
    counts[rand() % 3]++;
    int x = __VERIFIER_nondet_int() % 4;
    assert(-3 <= x && x <= 3);
    int dice = __VERIFIER_nondet_ushort() % 6 + 1;
    assert(1 <= dice && dice <= 6);
    return 0;
}

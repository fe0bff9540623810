//@ expect: inconclusive (heap, line 9)
// An array of which nobody knows how long it is: lengths up to 8 are followed.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int *numbers(unsigned char n) {
    return malloc(n * sizeof(int));
}

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int *all = numbers(n);
    all[n - 1] = n;
    assert(all[n - 1] == n);
    return 0;
}

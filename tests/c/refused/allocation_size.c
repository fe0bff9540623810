//@ refused: 9:22 the size of an allocation must be constant
//@ help: write `sizeof(T)` or `K * sizeof(T)` with a constant K
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    char *p = malloc(n);
    p[0] = 0;
    return p[0];
}

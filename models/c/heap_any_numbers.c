//@ expect: wrong (undefined, line 10)
// It sets numbers of four bytes, as many as there is room for bytes: so it is no allocator, and writes behind its object.
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

void *external_alloc(unsigned int size) {
    unsigned *p = malloc(size);
    for (unsigned i = 0; i < size; ++i)
        p[i] = __VERIFIER_nondet_char();
    return p;
}

int main(void) {
    int *k = (int *)external_alloc(sizeof(int));
    return 0;
}

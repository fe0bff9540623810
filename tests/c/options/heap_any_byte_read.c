//@ : wrong (line 19)
//@ --rules interleaving: inconclusive (uninitialised)
// What such bytes are is any number, also to who reads them.
#include <stdlib.h>
#include <assert.h>

char __VERIFIER_nondet_char(void);

void *external_alloc(unsigned int size) {
    char *p = malloc(size);
    for (unsigned i = 0; i < size; ++i)
        p[i] = __VERIFIER_nondet_char();
    return p;
}

int main(void) {
    int *k = (int *)external_alloc(sizeof(int));
    int held = *k;
    assert(held == 0);
    return 0;
}

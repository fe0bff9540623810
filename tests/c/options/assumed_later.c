//@ --rules interleaving: safe
//@ --rules interleaving -D FAR: inconclusive (nondet domain)
// Other values come from outside before it is said which of these are meant.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int cells[10];

int main(void) {
    int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (i < 0 || i > 9)
        abort();
#ifndef FAR
    if (k < 0 || k > 9)
        abort();
#endif
    cells[i] = 1;
    cells[k % 10 + (k % 10 < 0 ? 10 : 0)]++;
    assert(cells[i] == 1 || cells[i] == 2);
    return 0;
}

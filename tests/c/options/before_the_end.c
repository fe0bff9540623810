//@ -DEXIT: wrong (line 15)
//@ -DSHIFT: wrong (line 17)
//@ -DARGUMENT: wrong (line 19)
//@ -DGIVEN: safe
//@ -DOVER: safe
// A quotient may be computed before the operand beside it that does not return.
#include <stdlib.h>
int zero, forty = 40, two = 2, written;
static int ends(void) { exit(0); }
static int spins(int k) { for (;;); return k; }
static int first(int a, int b) { return a + b; }
static int stores(void) { written = 1; return 1; }
int main(void) {
#if defined(EXIT)
    return ends() + 1 / zero;
#elif defined(SHIFT)
    return spins(1) + (1 << forty);
#elif defined(ARGUMENT)
    return first(ends(), stores() / zero);
#elif defined(GIVEN)
    return ends() + 1 / two;
#else
    ends();
    return 1 / zero;
#endif
}

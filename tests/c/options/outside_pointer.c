//@ : inconclusive (uninitialised)
//@ -D TRUTH: wrong (line 11)
// Where a pointer from outside leads is not known: whoever looks at it goes no further, unless it is null.
#include <assert.h>

extern int *__VERIFIER_nondet_pointer(void);

int main(void) {
#ifdef TRUTH
    _Bool some = __VERIFIER_nondet_pointer();
    assert(some);
#endif
    int *p = __VERIFIER_nondet_pointer();
    if (p) {
        *p = 1;
    }
    assert(1);
    return 0;
}

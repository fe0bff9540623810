//@ expect: wrong
//@ tried: not
// A local of an atomic region that nobody has set, and that is computed with: it may be 7.
#include <assert.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int tripled;

int main(void) {
    __VERIFIER_atomic_begin();
    int level;
    tripled = level * 3;
    __VERIFIER_atomic_end();
    assert(tripled != 21);
    return 0;
}

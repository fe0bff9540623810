//@ expect: wrong
//@ tried: not
// A local of an atomic region that nobody has set.
#include <assert.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int found;

int main(void) {
    __VERIFIER_atomic_begin();
    int level;
    if (level == 3)
        found = 1;
    __VERIFIER_atomic_end();
    assert(!found);
    return 0;
}

//@ expect: wrong
//@ tried: not
// One number alone stands for what nobody has set; it may come from outside, too.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x != 0xa5a5a5a5);
    return 0;
}

//@ expect: wrong (assertion, line 9)
// The seed is another one then.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 7;
    rand_r(&seed);
    assert(seed == 7);
    return 0;
}

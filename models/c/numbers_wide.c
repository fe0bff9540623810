//@ expect: inconclusive (64-bit value)
// A number in a text is larger than what is followed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(strtol("9000000000", 0, 10) > 0);
    return 0;
}

//@ expect: wrong (assertion, line 8)
// What an argument does is done, also where the function never returns.
#include <assert.h>
#include <stdlib.h>

int status(void) {
    // Nobody asks `_Exit` what it was given.
    assert(0);
    return 1;
}

int main(void) {
    _Exit(status());
}

//@ expect: wrong (assertion, line 9)
// The largest one is among them.
//@ tried: not
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int percent = rand() % 100;
    assert(percent != 99);
    return 0;
}

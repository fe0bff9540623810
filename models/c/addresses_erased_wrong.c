//@ expect: wrong (line 13)
//@ tried: not with gcc, whose objects lie one way
// Addresses that become numbers by way of a `void *` are in either order, too.
#include <assert.h>
#include <stdint.h>

int one[3], two[3];

int before(void *a, void *b) { return (uintptr_t)a < (uintptr_t)b; }

int main(void) {
    assert(!before(one, one));
    assert(before(one, two));
}

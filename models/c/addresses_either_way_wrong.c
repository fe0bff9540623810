//@ expect: wrong (line 11)
//@ tried: not with gcc, whose objects lie one way
// As numbers, too, addresses of two objects are in either order.
#include <assert.h>
#include <stdint.h>

int first[3], second[3];

int main(void) {
    uintptr_t x = (uintptr_t)first, y = (uintptr_t)second;
    assert(y < x);
}

//@ refused: 5:17 complex numbers are not supported
//@ help: make it a structure of two numbers
#include <assert.h>

_Complex double z;

int main(void) {
    assert(sizeof z == 16);
    return 0;
}

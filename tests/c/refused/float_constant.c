//@ refused: 7:5 `1.5`: floating-point numbers are not supported
//@ help: count in integers
#include <assert.h>

int main(void) {
    int n = 3;
    assert(n * 2 > 1.5);
    return 0;
}

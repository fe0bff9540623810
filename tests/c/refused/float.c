//@ refused: 5:1 `double`: floating-point numbers are not supported
//@ help: count in integers
#include <assert.h>

double rate = 0.5;

int main(void) {
    assert(rate * 2 == 1);
    return 0;
}

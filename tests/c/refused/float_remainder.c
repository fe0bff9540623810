//@ refused: 6:18 this operator needs whole numbers
#include <assert.h>

int main(void) {
    double d = 5;
    int n = (int)(d % 2);
    assert(n == 1);
    return 0;
}

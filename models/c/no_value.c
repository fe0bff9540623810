//@ expect: inconclusive (uninitialised, line 10)
// A function ends without a value, and somebody asks for it.
#include <assert.h>

int x;

int half(int n) {
    if (n % 2 == 0)
        return n / 2;
}

int main(void) {
    x = half(x + 3);
    assert(x < 10);
    return 0;
}

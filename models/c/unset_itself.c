//@ expect: wrong
//@ tried: not
// A variable that is initialised with itself holds any number, and so does one with what no element holds yet.
#include <assert.h>

int main(void) {
    int x = x;
    int a[2] = {a[1], 3};
    assert(x != 4 || a[0] != 5);
    return 0;
}

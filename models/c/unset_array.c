//@ expect: wrong
//@ tried: not
// A function's array holds any numbers, each time that it is called.
#include <assert.h>

int sum(int n) {
    int a[3];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a[0] + a[1] + a[2];
}

int main(void) {
    assert(sum(3) == 3);
    assert(sum(2) == 3);
    return 0;
}

//@ expect: safe
// What is read is any number, and perhaps there is none.
//@ tried: not, since there is nothing to read
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = 1;
    short b = 2;
    int n = scanf("%d %hd", &a, &b);
    assert(-1 <= n && n <= 2);
    if (n < 2)
        assert(b == 2);
    if (n < 1)
        assert(a == 1);
    return 0;
}

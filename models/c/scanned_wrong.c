//@ expect: wrong (assertion, line 9)
// Nobody looks whether there was a number to read.
//@ tried: not, since there is nothing to read
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = -1;
    assert((scanf("%d", &a), a >= 0));
    return 0;
}

//@ expect: wrong (undefined, line 7)
// What nobody needs is computed all the same: the division is one by zero.
#include <stdio.h>

int main(void) {
    int z = 0;
    printf("%d\n", 7 / z);
    return 0;
}

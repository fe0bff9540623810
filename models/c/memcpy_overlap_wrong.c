//@ expect: wrong (undefined, line 9)
//@ tried: not with gcc, which copies in some order
// What `memcpy` copies may not overlap (C11 7.24.2.1p2).
#include <string.h>

int x[4] = {1, 2, 3, 4};

int main(void) {
    memcpy(x + 1, x, 3 * sizeof *x);
    return 0;
}

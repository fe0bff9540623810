//@ expect: wrong (undefined, line 12)
// The last element is gone, and the others are as they were.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    long *a = calloc(3, sizeof(long));
    a[1] = 5;
    a = realloc(a, 2 * sizeof(long));
    assert(a[0] == 0);
    assert(a[1] == 5);
    a[2] = 1; // outside
    return 0;
}

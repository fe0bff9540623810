//@ expect: wrong
//@ tried: not
// The elements that are new hold any number.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *a = realloc(0, sizeof(int));
    a[0] = 1;
    a = realloc(a, 2 * sizeof(int));
    assert(a[0] == 1);
    assert(a[1] >= 0);
    return 0;
}

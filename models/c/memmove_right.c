//@ expect: safe
// `memmove` reads all before it writes anything, so that what it copies may overlap; `memcpy` of what lies apart.
#include <assert.h>
#include <string.h>

struct pair {
    int a;
    char b;
} pairs[3] = {{1, 2}, {3, 4}, {5, 6}};

int x[4] = {1, 2, 3, 4};

int main(void) {
    memmove(x + 1, x, 3 * sizeof *x);
    assert(x[0] == 1 && x[1] == 1 && x[2] == 2 && x[3] == 3);
    memmove(x, x + 2, 2 * sizeof *x);
    assert(x[0] == 2 && x[1] == 3 && x[2] == 2);
    memmove(&pairs[1], &pairs[0], 2 * sizeof pairs[0]);
    assert(pairs[1].a == 1 && pairs[2].a == 3 && pairs[2].b == 4);
    memcpy(&pairs[0], &pairs[2], sizeof pairs[0]);
    memcpy(x, x + 2, 2 * sizeof *x);
    assert(pairs[0].a == 3 && x[0] == 2 && x[1] == 3);
    return 0;
}

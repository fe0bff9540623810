//@ expect: safe
// An unsigned number leads to an element as any other does.
#include <assert.h>

int a[3], m[2][3];

int main(void) {
    unsigned i = 1;
    int *p = a + 1;
    p[i] = 5;
    *(p - i) = 6;
    m[i][i + 1] = 7;
    assert(a[2] == 5 && a[0] == 6 && m[1][2] == 7 && *(&m[1][0] + i * 2) == 7);
    return 0;
}

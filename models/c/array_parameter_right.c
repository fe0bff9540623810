//@ expect: safe
// An array as a parameter is a pointer, whatever its length.
#include <assert.h>

void fill(int n, int v[n], int *w[n]) {
    v[1] = n;
    *w[0] = v[1] + 1;
}

int row(int (*m)[2], const int v[static 1]) {
    return m[1][0] + v[0];
}

int main(void) {
    int v[3] = {1}, x = 0, *w[] = {&x}, m[2][2] = {{1, 2}, {3, 4}};
    fill(3, v, w);
    assert(v[1] == 3 && x == 4 && row(m, v) == 4);
    return 0;
}

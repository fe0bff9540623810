//@ expect: safe
// Differences of pointers are numbers of elements of their own type, whatever they point into.
#include <assert.h>

struct pair {
    int a;
    char c[4];
} v[3];

int main(void) {
    void *to = &v[2], *from = &v[0];
    char *p = to, *q = from;
    assert(p - q == 16);
    assert(&v[2] - &v[0] == 2);
    assert(&v[1].c[3] - v[1].c == 3);
    return 0;
}

//@ expect: safe
// Before a comma may stand an array or a structure, of which nothing is read; what it is worth may be a structure, and
// so may an assignment be.
#include <assert.h>

struct pair {
    int a, b;
} p = {1, 2}, q = {3, 4};

int x[2] = {5, 6};

int sum(struct pair s) {
    return s.a + s.b;
}

int main(void) {
    int n = 0;
    assert((x, p, 7) == 7);
    assert(sum((n++, q)) == 7 && n == 1);
    p = (x[0]++, q);
    assert(p.b == 4 && x[0] == 6);
    struct pair r, s = {8, 9};
    r = p = s;
    assert(sum(r = q) == 7 && p.a == 8 && r.a == 3);
    return 0;
}

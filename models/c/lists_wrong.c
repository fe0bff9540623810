//@ expect: wrong (assertion, line 14)
// A list without braces goes on behind the member that is named, inside of the same structure.
#include <assert.h>

struct s {
    int v[2];
    int n, m;
};

struct s g[2] = {1, [0].n = 5, 6};

int main(void) {
    assert(g[0].v[0] == 1 && g[0].n == 5);
    assert(g[0].m != 6);
    return 0;
}

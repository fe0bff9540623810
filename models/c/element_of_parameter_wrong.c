//@ expect: wrong (assertion, line 18)
// The second element of a structure that is handed over begins behind all numbers of the first one.
#include <assert.h>

struct s {
    struct {
        int a, b;
    } v[2];
};

int second(struct s x, int i) {
    return x.v[i].b;
}

int main(void) {
    struct s x = {{{1, 2}, {3, 4}}};
    int i = 1;
    assert(second(x, i) != 4);
    return 0;
}

//@ refused: 15:35 a part of a structure is initialised again that is initialised as a whole
#include <assert.h>

struct in {
    int a, b;
};

struct out {
    struct in in;
    int c;
};

int main(void) {
    struct in one = {1, 2};
    struct out both = {.in = one, .in.a = 3};
    assert(both.in.a == 3);
    return 0;
}

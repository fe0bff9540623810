//@ expect: safe
// Functions of the library have results of their own types, whatever they are given.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned u = -3;
    short least = -32768;
    int minus = -1;
    assert(abs(u) == 3);
    assert(abs(least) == 32768);
    assert(labs(-5) == 5 && sizeof(labs(minus)) == sizeof(long));
    assert(__builtin_expect(minus, 0) < 1u);
    assert(-random() < 1u);
    assert(random() % 3 < 3);
    return 0;
}

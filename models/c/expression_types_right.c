//@ expect: safe
// The type of what is not a name: of blocks, selections, texts, commas, and results of the program's own functions.
#include <assert.h>
#include <stddef.h>

struct s {
    int a, b;
};

unsigned __my_test_and_set(void) {
    return 4000000000u;
}

int main(void) {
    int c = 1, a[3] = {1, 2, 3}, *p = a;
    unsigned u = 4000000000u;
    assert((c ? ({ unsigned x = u; x; }) : 0) > 5);
    assert((c ? _Generic(u, unsigned : u, default : 0u) : 0) > 5);
    assert((c ? __my_test_and_set() : 0) > 5);
    assert(sizeof(offsetof(struct s, b)) == sizeof(size_t) && offsetof(struct s, b) == sizeof(int));
    assert(sizeof(0, a) == sizeof(int *) && (0, a)[1] == 2);
    assert(sizeof "a\n" == 3 && sizeof "\x41\101" == 3 && sizeof u8"ab" == 3);
    assert(_Generic(c ? (void *)0 : p, int * : 1, void * : 2) == 1);
    assert(_Generic((signed char)0, signed char : 1, int : 2) == 1);
    assert(!(__builtin_expect(-c, 0) > 1u));
    return 0;
}

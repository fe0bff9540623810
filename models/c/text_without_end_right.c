//@ expect: safe
// An array has room for a text and not for the byte that ends it (C11 6.7.9p14): nothing is written behind it.
#include <assert.h>

struct named {
    char name[3];
    char mark;
} all[2] = {{"abc", 'x'}, {"xyz", 'y'}};

int main(void) {
    char here[3] = "abc", pairs[2][2] = {"ab", "cd"};
    struct named one = {"one", '1'};
    assert(all[0].mark == 'x' && all[1].name[0] == 'x' && all[1].mark == 'y');
    assert(here[2] == 'c' && pairs[0][1] == 'b' && pairs[1][0] == 'c' && one.mark == '1');
    return 0;
}

//@ expect: wrong (assertion, line 9)
// Three words are taken to be two.
//@ tried: not
#include <assert.h>

int main(int argc, char **argv) {
    int words = argc > 1 ? 2 : 1;
    if (argc > 0)
        assert(words == argc);
    return 0;
}

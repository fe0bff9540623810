//@ expect: wrong (assertion, line 11)
// Three words are taken to be two.
//@ tried: not
#include <assert.h>

int uses[2];

int main(int argc, char **argv) {
    if (argc > 1)
        uses[1] = 1;
    assert(argc < 3);
    return 0;
}

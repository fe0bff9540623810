//@ expect: safe
// How many words there are on the command line is not known: one of each kind that the program tells apart.
#include <assert.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? 2 : 1;
    assert(n > 0);
    return 0;
}

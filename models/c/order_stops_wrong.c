//@ expect: wrong (assertion, line 11)
// The argument that ends the program may be evaluated after the one that fails: gcc begins with the last.
#include <assert.h>
#include <stdlib.h>

int leaves(void) {
    exit(0);
}

int fails(void) {
    assert(0);
    return 1;
}

int sum(int a, int b) {
    return a + b;
}

int main(void) {
    return sum(leaves(), fails());
}

//@ expect: wrong (assertion, line 5)
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc != 1);
    return 0;
}

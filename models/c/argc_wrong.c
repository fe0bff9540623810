//@ expect: wrong (assertion, line 6)
//@ also: no-data-race, no-deadlock
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc != 1);
    return 0;
}

//@ safe
//@ --nondet 0..1: safe
// Café: comments and texts may be in any encoding.
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strlen("café") == 4);
    return 0;
}

//@ expect: wrong (undefined, line 8)
//@ tried: not, since it faults in the C library
// A word of a text that cannot be written to.
#include <assert.h>
#include <string.h>

int main(void) {
    char *word = strtok("a b", " ");
    assert(word);
    return 0;
}

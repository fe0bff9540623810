//@ expect: wrong (undefined, line 7)
// A word of a text that cannot be written to.
#include <assert.h>
#include <string.h>

int main(void) {
    char *word = strtok("a b", " ");
    assert(word);
    return 0;
}

//@ expect: wrong (undefined, line 8)
//@ tried: not, since it faults in the C library
// There is no text from before.
#include <assert.h>
#include <string.h>

int main(void) {
    char *word = strtok(NULL, " ");
    assert(!word);
    return 0;
}

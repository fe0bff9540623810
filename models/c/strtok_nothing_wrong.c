//@ expect: wrong (undefined, line 7)
// There is no text from before.
#include <assert.h>
#include <string.h>

int main(void) {
    char *word = strtok(NULL, " ");
    assert(!word);
    return 0;
}

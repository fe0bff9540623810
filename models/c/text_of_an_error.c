//@ expect: inconclusive (uninitialised, line 10)
// The text of an error is printed, and what it says is not known.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *text = strerror(2);
    printf("%s\n", text);
    assert(text[0] == 'N');
    return 0;
}

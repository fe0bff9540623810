//@ expect: wrong (assertion, line 9)
// `strncpy` writes zeros behind a text that is shorter than it is told.
#include <assert.h>
#include <string.h>

int main(void) {
    char text[8] = "xxxxxxx";
    strncpy(text, "a", 8);
    assert(text[5] == 'x');
    return 0;
}

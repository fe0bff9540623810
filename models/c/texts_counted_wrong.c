//@ expect: wrong (assertion, line 15)
// `strncpy` writes as many characters as it is told, and `strncmp` takes -1 for more than any text has.
#include <assert.h>
#include <string.h>

int main(void) {
    char text[8] = "xxxxxxx";
    strncpy(text, "hello", 2);
    assert(text[1] == 'e' && text[2] == 'x');
    strncpy(text, "a", 7);
    assert(text[0] == 'a' && text[6] == 0);
    strcpy(text, "ab\0cd");
    assert(text[2] == 0 && text[3] == 0);
    assert(strncmp("ab", "ac", 1) == 0);
    assert(strncmp("ab", "ac", -1) == 0);
    return 0;
}

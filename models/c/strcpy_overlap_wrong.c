//@ expect: wrong (undefined, line 8)
// A text is copied over itself, one character further.
#include <string.h>

int main(void) {
    char word[8] = "abcdef";
    char *from = word;
    strcpy(from + 1, from);
    return 0;
}

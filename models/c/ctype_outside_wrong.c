//@ expect: wrong (undefined, line 8)
// Negative characters are none to the library.
//@ tried: not, since the library of GNU allows it
#include <ctype.h>

int main(void) {
    char letter = -28;
    letter = toupper(letter);
    return 0;
}

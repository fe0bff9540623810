//@ expect: wrong (undefined, line 7)
// A text without a zero at its end: `strlen` runs out of the array.
#include <string.h>

int main(void) {
    char text[3] = {'a', 'b', 'c'};
    return strlen(text) == 3;
}

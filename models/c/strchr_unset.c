//@ expect: wrong (undefined, line 8)
// No character of an array is the one that is looked for, nor a zero.
#include <string.h>

int main(void) {
    char word[2];
    word[0] = word[1] = 'a';
    return strchr(word, 'b') != 0;
}

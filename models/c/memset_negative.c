//@ expect: inconclusive (64-bit value)
// A length of -1 is a very large one, of more bits than are followed.
//@ tried: not, since it ends the program
#include <string.h>

char word[4];
int length = -1;

int main(void) {
    memset(word, 0, length);
    return 0;
}

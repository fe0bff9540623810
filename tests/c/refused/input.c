//@ refused: 7:5 `scanf`: what the program is given from outside is not known
//@ help: use `__VERIFIER_nondet_int()`
#include <stdio.h>

int main(void) {
    char word[8];
    scanf("%7s", word);
    return word[0];
}

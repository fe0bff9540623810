//@ refused: 7:12 `%n` is not supported: how much is printed is not known
//@ help: leave it out
#include <stdio.h>

int main(void) {
    int n = 7;
    printf("abc%5n\n", &n);
    return n;
}

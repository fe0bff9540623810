//@ refused: 6:17 `scanf` reads 32 bits here
#include <stdio.h>

int main(void) {
    short x = 0;
    scanf("%d", &x);
    return x;
}

//@ refused: 7:19 more than a million numbers
#include <string.h>

char a[8], b[8];

int main(void) {
    memmove(a, b, 2000000000);
    return 0;
}

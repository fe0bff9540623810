//@ expect: inconclusive (pointers)
// What an address is as a number is not known, so what it leads to once something was added is not, either.
#include <stdint.h>

int a[3];

int main(void) {
    uintptr_t u = (uintptr_t)&a[0];
    u += 4;
    *(int *)u = 7;
    return 0;
}

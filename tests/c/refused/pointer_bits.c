//@ refused: 9:21 arithmetic on a pointer as a number: a pointer may become a number and back only unchanged
//@ help: keep the mark in a variable of its own
#include <stdint.h>

int x;

int main(void) {
    int *p = &x;
    int *q = (int *)((uintptr_t)p & ~(uintptr_t)1);
    *q = 0;
    return x;
}

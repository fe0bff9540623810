//@ expect: wrong (undefined, line 11)
// What is given back is an array of the function, and was not allocated.
#include <stdlib.h>

void swap(int *a, int *b) {
    int keep[1];
    int *p = keep;
    *p = *a;
    *a = *b;
    *b = *p;
    free(p);
}

int main(void) {
    int a = 1, b = 2;
    swap(&a, &b);
    return 0;
}

//@ expect: inconclusive (pointers, line 6)
// What a function without a body does behind a pointer is not followed.
#include <stdlib.h>

void release(void (*f)(void *), int *p) {
    f(p);
}

int main(void) {
    int *p = malloc(sizeof(int));
    release(free, p);
    return 0;
}

//@ refused: 8:13 `free` has no body here, so nothing is known of what a pointer to it leads to
#include <stdlib.h>
void release(void (*f)(void *), int *p) {
    f(p);
}
int main(void) {
    int *p = malloc(sizeof(int));
    release(free, p);
    return 0;
}

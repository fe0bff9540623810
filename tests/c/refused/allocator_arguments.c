//@ refused: 9:17 `allocate` has 1 parameter and is given 2 arguments
#include <stdlib.h>

void *allocate(size_t size) {
    return malloc(size);
}

int main(void) {
    int *made = allocate(sizeof(int), 3);
    *made = 1;
    return 0;
}

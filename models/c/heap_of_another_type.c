//@ expect: inconclusive (pointers)
// What is on the heap has the type of what is stored there last, whatever it was allocated for: this is no error, and
// is not followed.
#include <assert.h>
#include <stdlib.h>

int x;

int main(void) {
    long *numbers = malloc(2 * sizeof(void *));
    void *any = numbers;
    int **pointers = any;
    if (!pointers) abort();
    pointers[0] = &x;
    pointers[1] = 0;
    assert(pointers[0] == &x);
    return 0;
}

//@ expect: inconclusive (pointers)
// What is allocated for two numbers has room for four smaller ones: this is no error, and is not followed.
#include <assert.h>
#include <stdlib.h>

void *numbers(unsigned size) {
    long *made = malloc(size);
    return made;
}

int main(void) {
    int *small = numbers(2 * sizeof(long));
    if (!small) abort();
    for (int i = 0; i < 4; i++)
        small[i] = i;
    assert(small[3] == 3);
    return 0;
}

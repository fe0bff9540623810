//@ expect: inconclusive (pointers)
// Only half of the bytes are stored to: the assertion fails, where that is not followed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    long *numbers = malloc(2 * sizeof(long));
    if (!numbers) abort();
    numbers[0] = -1;
    void *any = numbers;
    int *half = any;
    *half = 5;
    assert(numbers[0] == 5);
    return 0;
}

//@ expect: inconclusive (pointers)
// Half of the bytes of a `long` are stored to, which is not followed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    long *numbers = malloc(2 * sizeof(long));
    if (!numbers) abort();
    void *any = numbers;
    int *half = any;
    *half = 5;
    assert(*half == 5);
    return 0;
}

//@ expect: inconclusive (pointers)
// Neither is less than the other where the second object lies where the first one was.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(4);
    char *kept = first;
    free(first);
    char *second = malloc(4);
    assert(second < kept || second > kept);
    free(second);
    return 0;
}

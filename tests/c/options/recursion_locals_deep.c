//@ : safe
//@ --heap 4: inconclusive (heap)
// More activations are there at once than have places for their locals.
#include <assert.h>

int depth(int n, int *above) {
    int here = *above + 1;
    return n ? depth(n - 1, &here) : here;
}

int main(void) {
    int zero = 0;
    assert(depth(5, &zero) == 6);
    return 0;
}

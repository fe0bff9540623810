//@ expect: safe
// `rand` is never negative, and how large it is is not known; of what is left by 3 there are three.
#include <assert.h>
#include <stdlib.h>

int counts[3];

int main(void) {
    int r = rand() % 3;
    counts[rand() % 3]++;
    assert(r >= 0);
    return 0;
}

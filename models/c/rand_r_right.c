//@ expect: safe
// Numbers by chance from a seed of one's own are not negative.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 7;
    int n = rand_r(&seed);
    assert(n >= 0);
    int dice = rand_r(&seed) % 6;
    assert(0 <= dice && dice < 6);
    return 0;
}

//@ expect: safe
// Of what is left by a hundred there are a hundred.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int percent = rand() % 100;
    assert(0 <= percent && percent < 100);
    return 0;
}

//@ expect: wrong (assertion, line 16)
// What is `const` and is changed all the same, by its address, is no constant; nor is a name that means two things.
#include <assert.h>

const int changed = 2;
const int hidden = 3;

static int inner(int hidden) {
    return hidden;
}

int main(void) {
    int *at = (int *)&changed;
    *at = 5;
    assert(hidden == 3 && inner(4) == 4);
    assert(changed == 2);
    return 0;
}

//@ expect: wrong (assertion, line 16)
// The inner activation changes what belongs to the outer one.
#include <assert.h>

void down(int n, int *outer) {
    int mine = n;
    if (outer)
        *outer = 7;
    if (n > 0)
        down(n - 1, &mine);
    assert(n > 0 || mine == 0);
    if (n == 0)
        return;
    assert(mine == 7);
    mine--;
    assert(mine == 7); // fails
}

int main(void) {
    down(2, 0);
    return 0;
}

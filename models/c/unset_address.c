//@ expect: wrong
//@ tried: not
// A local whose address is taken is read in the second round, before it is set again.
#include <assert.h>

void keep(int *p) {
    assert(*p == 5);
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        keep(&x);
    }
    return 0;
}

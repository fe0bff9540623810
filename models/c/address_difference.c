//@ expect: inconclusive (pointers, line 8)
// How far two addresses lie apart as numbers is not followed.
#include <assert.h>

int main(void) {
    int a[2];
    unsigned long first = (unsigned long)&a[0], second = (unsigned long)&a[1];
    assert(second - first != 4);
    return 0;
}

//@ expect: wrong (line 10)
//@ tried: not with gcc, whose objects lie one way
// Which of two objects comes first in memory C leaves open (C11 6.5.8p5): either may.
#include <assert.h>

int first[3], second[3];

int main(void) {
    int *p = first, *q = second;
    assert(p < q);
}

//@ : inconclusive (pointers)
// Of three objects not every order is followed.
#include <assert.h>

int a, b, c;

int main(void) {
    int *p = &a, *q = &b, *r = &c;
    assert((p < q) + (q < r) + (r < p) != 3);
}

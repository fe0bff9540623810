//@ expect: inconclusive (pointers)
// Behind the first byte of `a` comes its second one, and not `c`: the assertion fails, where what lies between numbers
// is not followed.
#include <assert.h>

struct pair {
    int a;
    char c;
} v = {0, 7};

int main(void) {
    void *any = &v;
    char *p = any;
    p++;
    assert(*p == 7);
    return 0;
}

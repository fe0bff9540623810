//@ expect: inconclusive (pointers)
// Behind the first byte of `a` comes its second one, and not `c`: what lies between numbers is not followed.
#include <assert.h>

struct pair {
    int a;
    char c;
} v = {0, 7};

int main(void) {
    void *any = &v;
    char *p = any;
    p++;
    assert(*p == 0);
    return 0;
}

//@ expect: inconclusive (pointers)
// Any object may be looked at as characters: this is no error, and is not followed.
#include <assert.h>

int x = 257;

int main(void) {
    void *any = &x;
    unsigned char *bytes = any;
    assert(*bytes == 1);
    return 0;
}

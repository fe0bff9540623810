//@ expect: inconclusive (pointers)
// A byte may be looked at as one with a sign; here it is not followed what it is then.
#include <assert.h>

unsigned char byte = 255;
void *any = &byte;

int main(void) {
    signed char *p = any;
    assert(*p == -1);
    return 0;
}

//@ expect: wrong (assertion, line 9)
// That a character is a digit is told by any number but 0.
//@ tried: not, since it depends on the library
#include <assert.h>
#include <ctype.h>

int main(void) {
    int is = isdigit('7');
    assert(is == 1);
    return 0;
}

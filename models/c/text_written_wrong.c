//@ expect: wrong (undefined, line 9)
// A text that stands in the program is not to be written to; an array that begins with it is.
#include <assert.h>

int main(void) {
    char array[] = "no", *text = "no", *p = array;
    *p = 'N';
    assert(array[0] == 'N');
    *text = 'N';
    return 0;
}

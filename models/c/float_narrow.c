//@ expect: inconclusive (uninitialised, line 9)
// Which character a number becomes is not followed; it was once another one.
#include <assert.h>

double d = 5.5;

int main(void) {
    char c = d;
    assert(c == 5);
    return 0;
}

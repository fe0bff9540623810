//@ expect: wrong (undefined, line 9)
//@ tried: not, since what is behind the text may end it
// Nothing ends the text, and none of its characters decides.
#include <assert.h>
#include <string.h>

int main(void) {
    char text[3] = {'a', 'b', 'a'};
    assert(!strstr(text, "ac"));
    return 0;
}

//@ expect: wrong (undefined, line 8)
// Nothing ends the text, and none of its characters decides.
#include <assert.h>
#include <string.h>

int main(void) {
    char text[3] = {'a', 'b', 'a'};
    assert(!strstr(text, "ac"));
    return 0;
}

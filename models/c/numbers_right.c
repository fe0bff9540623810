//@ expect: safe
//@ also: no-data-race, no-deadlock
// Numbers that stand in texts.
#include <assert.h>
#include <stdlib.h>

char text[] = " -17 and more";

int main(void) {
    assert(atoi("42") == 42);
    assert(atoi(text) == -17);
    assert(atoi("+8x") == 8);
    assert(atoi("x8") == 0);
    assert(atol("2147483") == 2147483);
    assert(strtol("99", 0, 10) == 99);
    return 0;
}

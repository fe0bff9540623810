//@ expect: inconclusive (uninitialised, line 9)
// What was printed into an array is not followed, and neither is how much it was; who does not ask has an answer.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[4];
    int n = snprintf(text, sizeof text, "%d", 3);
    assert(text[0] == '3');
    return n;
}

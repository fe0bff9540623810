//@ --rules summaries: inconclusive (uninitialised)
// What is left of a number that was counted down is asked for.
#include <assert.h>
#include <stddef.h>
int main(void) {
    size_t n = 2;
    while (n--) {
    }
    assert(n > 2);
    return 0;
}

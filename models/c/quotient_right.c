//@ expect: safe
// Quotients and remainders of signed numbers, rounded towards 0.
#include <assert.h>
#include <limits.h>

int by = -1;

int main(void) {
    assert((INT_MIN + 1) / by == INT_MAX);
    assert(INT_MIN / (by - 1) == 1073741824);
    assert(7 % (by - 1) == 1 && -7 / (by + 3) == -3);
    return 0;
}

//@ expect: inconclusive (uninitialised, line 9)
// Whether a sum is large enough depends on what it is, and that is not followed.
#include <assert.h>

double balance = 100;

int main(void) {
    balance -= 99.5;
    if (balance < 0) {
        assert(0);
    }
    return 0;
}

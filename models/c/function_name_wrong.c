//@ expect: wrong (assertion, line 7)
// The name of a function is not a new array each time.
#include <assert.h>

int main(void) {
    const char *name = __func__;
    assert(name != __func__);
    return 0;
}

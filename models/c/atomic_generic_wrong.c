//@ expect: wrong (assertion, line 12)
// GCC's generic atomic functions are told where values are, and not what they are.
#include <assert.h>
#include <stdbool.h>

int main(void) {
    int x = 1, v = 5, r = 0;
    __atomic_exchange(&x, &v, &r, 5);
    assert(x == 5 && r == 1);
    int e = 5, d = 7;
    bool swapped = __atomic_compare_exchange(&x, &e, &d, 0, 5, 5);
    assert(swapped && x == 5);
    char set = 0;
    assert(!__atomic_test_and_set(&set, 5) && __atomic_test_and_set(&set, 5));
    return 0;
}

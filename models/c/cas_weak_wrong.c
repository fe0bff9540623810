//@ expect: wrong (assertion, line 13)
//@ also: no-data-race, no-deadlock
// There is no other thread, and still a weak compare-and-swap may fail.
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

int main(void) {
    int expected = 0;
    int done = atomic_compare_exchange_weak(&x, &expected, 1);
    assert(expected == 0);
    assert(done && x == 1); // fails
    return 0;
}

//@ refused: 9:5 atomic operations are for whole numbers and pointers
#include <assert.h>
#include <stdatomic.h>

_Atomic float rate = 1.0f;

int main(void) {
    float expected = 2.0f;
    assert(!atomic_compare_exchange_strong(&rate, &expected, 3.0f));
    return 0;
}

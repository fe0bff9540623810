//@ expect: safe
// Where one operand may never come to an end, another one may go wrong before or not at all.
#include <assert.h>

int zero;

int waits(void) {
    while (1) {}
    return 0;
}

int counts(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += i;
    return sum;
}

int divides(int by) { return 6 / by; }

int main(void) {
    assert(counts() + divides(2) == 6);
    return waits() + divides(1);
}

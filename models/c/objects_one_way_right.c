//@ expect: safe
// Two objects lie one way throughout a run, and what is inside of them lies in its order.
#include <assert.h>

int first[3], second[3];

int main(void) {
    int count = 0;
    for (int *p = first; p < first + 3; p++)
        count++;
    assert(count == 3 && &first[2] > &first[1]);
    _Bool before = first < second;
    assert(before == (&first[2] < &second[1]));
    assert(before != (second <= first));
}

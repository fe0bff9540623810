//@ expect: safe
//@ also: no-data-race, no-deadlock
// Floating-point constants are known: as what becomes an integer, and beside integers.
#include <assert.h>

#define MANY 1e9
#define FEW 2.5

int first = 2.9, second = -2.9;
int numbers[(int)FEW];

struct point {
    double x, y;
    int tag;
};

int main(void) {
    int n = 0;
    for (int i = 0; i < FEW; i++) {
        n++;
    }
    assert(n == 3 && first == 2 && second == -2);
    assert(sizeof numbers == 2 * sizeof(int) && sizeof(struct point) == 24);
    assert(n >= 3.0 && n <= 3.0 && !(n < 3.0) && !(n > 3.0) && n == 3.0 && n != FEW);
    assert(FEW < n && 3.5 > n && n < MANY && n > -MANY && n < 1e300 && -1 < 1e-300);
    unsigned large = 4294967295u;
    assert(large > MANY && large > -0.5 && large < 4294967295.5);
    int k = (int)(FEW * 4);
    short s = -2.7f;
    _Bool some = 0.1, none = 0.0;
    assert(k == 10 && s == -2 && some && !none);
    assert(sizeof(n * 1.0f) == 4 && sizeof(n * 1.0) == 8 && sizeof(n ? 1 : 1.0f) == 4 && sizeof(1.0f + 1.0) == 8);
    return 0;
}

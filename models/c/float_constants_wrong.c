//@ expect: wrong (assertion, line 12)
// 1e2 / 3 is 33 and a third: one round more than 100 / 3 has.
#include <assert.h>

#define ROUNDS (1e2 / 3)

int main(void) {
    int n = 0;
    for (int i = 0; i < ROUNDS; i++) {
        n++;
    }
    assert(n == 33);
    return 0;
}

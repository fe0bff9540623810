//@ expect: safe
//@ also: no-data-race, no-deadlock
// Constants in every notation, and expressions of constants.
#include <assert.h>
#include <pthread.h>

#define FLAG(n) (1 << (n))

enum { FIRST = -2, SECOND, THIRD = 'c', FOURTH };

int mask = FLAG(3) | FLAG(0);

void *work(void *arg) {
    mask &= ~0x1;
    mask |= 010 << 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(mask == 0x18 && 0b101 == 5 && 017 == 15 && 0xFFFFFFFFu == ~0u);
    assert(SECOND == -1 && FOURTH == 100 && '\101' == 'A' && '\0' == 0 && '\\' == 92 && '\'' == 39);
    assert(1L + 2ul == 3 && 100u / 7 == 14 && 2147483647 == ~(-2147483647 - 1));
    assert((7 & 3) == 3 && (7 ^ 2) == 5 && (!7) == 0 && (!!7) == 1 && -(-3) == +3);
    assert(1 + 2 * 3 - 4 / 2 % 3 == 5 && (1 << (2 + 1)) == 8 && (5 & (6 == 6)) == 1);
    assert((3 > 2) + (2 >= 2) + (1 != 1) + (0 || 5) == 3);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Unsigned arithmetic wraps around, compares and divides without a sign, and shifts in zeros.
#include <assert.h>
#include <pthread.h>

unsigned u;

void *work(void *arg) {
    u--;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(u == 4294967295u && u > 1 && u + 1 == 0);
    assert(u / 2 == 2147483647u && u % 10 == 5 && u >> 28 == 15);
    int minus = -1;
    assert(minus == u && !(minus < 1u) && minus >> 28 == -1);
    assert((u & 0xff) == 255 && (u ^ 0xf) == 0xfffffff0u && (int)u == -1);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3);
    assert((1u << 31) == 2147483648u && ~0u == u);
    return 0;
}

//@ expect: wrong (assertion, line 9)
//@ tried: not, since it is one nanosecond of a second
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_nsec < 999999999);
    return 0;
}

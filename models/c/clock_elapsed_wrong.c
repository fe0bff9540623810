//@ expect: wrong (assertion, line 12)
// No time may go by between two looks at the clock.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    clock_gettime(CLOCK_MONOTONIC, &to);
    long seconds = to.tv_sec - from.tv_sec;
    if (seconds < 1)
        assert(seconds > 0);
    return 0;
}

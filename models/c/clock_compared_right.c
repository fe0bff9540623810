//@ expect: safe
// Times are not negative, and there are so many parts of a second.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now;
    struct timeval then;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec >= 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    gettimeofday(&then, 0);
    assert(then.tv_sec >= 0 && then.tv_usec < 1000000);
    timespec_get(&now, TIME_UTC);
    assert(now.tv_nsec <= 999999999);
    return 0;
}

//@ expect: inconclusive (uninitialised, line 9)
// As `time_narrowed.c`, where nothing stores it.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert((int)now.tv_sec >= 0);
    return 0;
}

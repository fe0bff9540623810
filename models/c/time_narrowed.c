//@ expect: inconclusive (uninitialised, line 8)
// From 2038 on the time is no `int`: it may become a negative one.
#include <assert.h>
#include <time.h>

int main(void) {
    int seconds = time(0);
    assert(seconds >= 0);
    return 0;
}

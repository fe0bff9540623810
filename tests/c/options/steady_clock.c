//@ --nondet all --engine bmc: inconclusive (nondet domain)
// A clock that nobody sets never goes back.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert(b.tv_sec >= a.tv_sec);
}

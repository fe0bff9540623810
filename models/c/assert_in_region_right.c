//@ expect: safe
//@ also: no-data-race, no-deadlock
// What fails inside of an atomic region has no step behind it, and what stands beside it goes on.
#include <pthread.h>
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "assert_in_region.c", 0, "reach_error"); }

int turn;

void __VERIFIER_atomic_first(void) {
    if (turn == 0) {
        turn = turn + 1;
    } else {
        reach_error();
        abort();
    }
}

void __VERIFIER_atomic_second(void) {
    if (turn == 1) {
        turn = turn + 1;
    } else {
        reach_error();
        abort();
    }
}

void *first(void *arg) {
    __VERIFIER_atomic_first();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    __VERIFIER_atomic_second();
    return 0;
}

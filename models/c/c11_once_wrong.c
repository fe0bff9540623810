//@ expect: wrong (assertion, line 26)
//@ also: no-deadlock
//@ also not: no-data-race
// Each thread has a `once_flag` of its own, so each initialises.
#include <assert.h>
#include <threads.h>

int made;

void make(void) {
    made++;
}

int work(void *arg) {
    once_flag once = ONCE_FLAG_INIT;
    call_once(&once, make);
    return made;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, work, 0);
    thrd_create(&b, work, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(made == 1); // fails
    return 0;
}

//@ expect: wrong (assertion, line 12)
//@ also: no-deadlock
//@ also not: no-data-race
// A hook is replaced while it is used; the old one still runs after the replacement.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int closed;

void before(void) {
    assert(!closed); // fails
}

void after(void) {
}

void (*_Atomic hook)(void) = before;

void *use(void *arg) {
    hook();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    hook = after;
    closed = 1;
    pthread_join(t, 0);
    return 0;
}

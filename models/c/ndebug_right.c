//@ expect: safe
//@ also: no-data-race, no-deadlock
// With NDEBUG `assert` is nothing, and what is in it does not happen.
#define NDEBUG
#include <assert.h>
#include <pthread.h>

int x;

void *work(void *arg) {
    assert(x++ == 5);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
#undef NDEBUG
#include <assert.h>
    assert(x == 0);
    return 0;
}

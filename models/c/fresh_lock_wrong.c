//@ expect: wrong (assertion, line 18)
// The mutex is a local: each call has one of its own, and it excludes nobody.
#include <assert.h>
#include <pthread.h>

int inside;

void enter(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    inside++;
    // It is never unlocked.
}

int main(void) {
    enter();
    enter();
    assert(inside == 1);
    return 0;
}

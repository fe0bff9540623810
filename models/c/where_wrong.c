//@ expect: wrong (assertion, line 20)
//@ also: no-deadlock
// The thread says where its result goes, and whoever joins it may have looked there before.
#include <assert.h>
#include <pthread.h>

void *one, *other;
void **_Atomic to = &one;
int x;

void *work(void *arg) {
    to = &other;
    return &x;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, to);
    assert(other == &x);
    return 0;
}

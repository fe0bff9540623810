//@ expect: wrong
//@ tried: not with gcc, where such a local has any value
// On one path a local is read that nothing has been stored to: it may hold any number. As 0 the assertion holds.
#include <assert.h>
#include <pthread.h>

_Atomic int ready;

void *set(void *arg) {
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int x;
    pthread_create(&t, 0, set, 0);
    if (ready)
        x = 1;
    pthread_join(t, 0);
    assert(x >= 0 && x <= 1); // reads x
    return 0;
}

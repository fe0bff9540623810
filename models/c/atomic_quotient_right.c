//@ expect: safe
// A compound assignment to an atomic object is one step, also where it divides.
#include <assert.h>
#include <pthread.h>

_Atomic int x = 16;
_Atomic int by = 2;

void *halve(void *unused) {
    x /= by;
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, halve, 0);
    pthread_create(&u, 0, halve, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 4);
    return 0;
}

//@ : safe
//@ --entry twice: wrong (line 23)
//@ --entry once: safe
//@ --entry add: refused
//@ --entry of: refused
//@ --entry thrice: refused
// A function that `main` does not call this way.
#include <assert.h>
#include <pthread.h>

int x;

void *add(void *arg) {
    x++;
    return 0;
}

void twice(_Bool waits) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    if (!waits) x++;
    pthread_join(t, 0);
    assert(x == 1); // fails unless it waits
}

void once(void) {
    twice(1);
}

int of(int *p) {
    return *p;
}

int main(void) {
    once();
    return of(&x) - 1;
}

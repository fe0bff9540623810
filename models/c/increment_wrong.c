//@ expect: wrong (assertion, line 25)
//@ also: no-deadlock
//@ also not: no-data-race
// `x++` and `++x` of a plain variable are a load and a store, whichever value they have.
#include <assert.h>
#include <pthread.h>

int x;

void *after(void *arg) {
    return (void *)(long)x++;
}

void *before(void *arg) {
    return (void *)(long)++x;
}

int main(void) {
    pthread_t s, t;
    void *a, *b;
    pthread_create(&s, 0, after, 0);
    pthread_create(&t, 0, before, 0);
    pthread_join(s, &a);
    pthread_join(t, &b);
    assert((long)a + 1 != (long)b); // fails
    return 0;
}

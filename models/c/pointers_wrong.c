//@ expect: wrong (assertion, line 27)
//@ also: no-deadlock
//@ also not: no-data-race
// One thread moves a shared pointer while the other writes through it: which of the two is written is open.
#include <assert.h>
#include <pthread.h>

int a, b;
int *p = &a;

void *move(void *arg) {
    p = &b;
    return 0;
}

void *write_(void *arg) {
    *p = 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, move, 0);
    pthread_create(&t, 0, write_, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(b == 1); // fails
    return 0;
}

//@ expect: safe
//@ also: no-deadlock
//@ also not: no-data-race
// When main returns the program ends, and the other thread with it; until then that thread sees only 0 or 1.
#include <assert.h>
#include <pthread.h>

int x;

void *look(void *arg) {
    assert(x < 2);
    return 0;
}

int leave(void) {
    return x + 1;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    x = 1;
    return leave() - 2;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A variable whose name begins like those of the library's functions: what it calls, both threads run, each with a
// local of its own.
#include <assert.h>
#include <pthread.h>

void set(int *p, int v) {
    *p = v;
}

void step(int v) {
    int mine;
    set(&mine, v);
    assert(mine == v);
}

void (*strategy)(int) = step;

void *work(void *arg) {
    strategy(1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    strategy(2);
    pthread_join(t, 0);
    return 0;
}

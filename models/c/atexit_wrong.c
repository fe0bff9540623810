//@ expect: wrong (assertion, line 12)
//@ also not: no-data-race
// The program ends with `main`, and another thread may still be at work when the handler looks.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x, y;

void last(void) {
    // The other thread may be between its two statements.
    assert(x == y);
}

void *work(void *arg) {
    x = 1;
    y = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    atexit(last);
    pthread_create(&t, 0, work, 0);
    return 0;
}

//@ expect: wrong (assertion, line 11)
//@ also: no-deadlock
//@ also not: no-data-race
// `pthread_exit` in main ends main alone: the other thread goes on and finds what main has left.
#include <assert.h>
#include <pthread.h>

int x;

void *look(void *arg) {
    assert(x == 0); // fails
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    x = 1;
    pthread_exit(0);
    x = 2;
}

//@ expect: wrong (assertion, line 17)
//@ also: no-deadlock
//@ also not: no-data-race
// Before the one thread ends the program with `exit`, the other may have failed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

void *leave(void *arg) {
    x = 1;
    exit(0);
}

void *look(void *arg) {
    assert(x == 0); // fails
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, leave, 0);
    pthread_create(&b, 0, look, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    return 0;
}

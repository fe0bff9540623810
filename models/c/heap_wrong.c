//@ expect: wrong (assertion, line 23)
//@ also: no-data-race, no-deadlock
// A function that is a start routine and is called; each object of one `calloc` is another, and all begin at zero.
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>

int *made;

void *make(void *arg) {
    made = calloc(2, sizeof(int));
    made[1] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, make, 0);
    pthread_join(t, 0);
    assert(made[0] == 0 && made[1] == 1);
    free(made);
    make(0);
    assert(made[0] == made[1]); // fails
    return 0;
}

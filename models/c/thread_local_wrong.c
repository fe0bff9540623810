//@ expect: wrong (assertion, line 15)
//@ also: no-deadlock
//@ also not: no-data-race
// The address of a thread's own variable is given away, and another thread writes there.
#include <assert.h>
#include <pthread.h>

__thread int mine;
int *_Atomic given;
_Atomic int done;

void *give(void *arg) {
    given = &mine;
    mine = 1;
    assert(mine == 1); // fails
    while (!done)
        ;
    return 0;
}

void *take(void *arg) {
    int *p = given;
    if (p)
        *p = 2;
    done = 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, give, 0);
    pthread_create(&t, 0, take, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}

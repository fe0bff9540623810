//@ expect: wrong (assertion, line 28)
//@ also: no-deadlock
//@ also not: no-data-race
// A ticket lock whose tickets are drawn in two steps: two threads have the same one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
int x;

void *work(void *arg) {
    unsigned mine = next;
    next = mine + 1;
    while (serving != mine)
        ;
    x++;
    serving++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

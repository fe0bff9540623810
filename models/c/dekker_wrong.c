//@ expect: wrong (assertion, line 18)
//@ also: no-deadlock
//@ also not: no-data-race
// The wish is made after the other's was looked at: both look first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
int inside;

void *work(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    while (wants[other])
        ;
    wants[me] = 1;
    inside++;
    assert(inside == 1); // fails
    inside--;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: wrong (assertion, line 20)
//@ also: no-deadlock
//@ also not: no-data-race
// Only one of the two threads is joined before the counter is looked at.
#include <assert.h>
#include <pthread.h>

int done[2];

void *work(void *arg) {
    done[(long)arg] = 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    assert(done[0] + done[1] == 2); // fails
    pthread_join(b, 0);
    return 0;
}

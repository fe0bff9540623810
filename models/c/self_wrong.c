//@ expect: wrong (assertion, line 16)
//@ also: no-deadlock
//@ also not: no-data-race
// A lock with an owner whose test and entry are two steps: two threads pass the test before either is the owner.
#include <assert.h>
#include <pthread.h>

pthread_t owner;
int owned, inside;

void *work(void *arg) {
    if (!owned || pthread_equal(owner, pthread_self())) {
        owned = 1;
        owner = pthread_self();
        inside++;
        assert(inside == 1); // fails
        inside--;
        owned = 0;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: wrong (assertion, line 20)
//@ tried: not with gcc, which copies both members in one step
// A structure is copied member by member: the copy may hold the first of before and the second of after.
#include <assert.h>
#include <pthread.h>

struct pair { int a, b; };

struct pair shared, one = {1, 1};

void *work(void *arg) {
    shared = one;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    struct pair copy = shared;
    assert(copy.a == copy.b); // fails
    pthread_join(t, 0);
    return 0;
}

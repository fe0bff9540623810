//@ expect: wrong (assertion, line 24)
//@ also: no-deadlock
//@ also not: no-data-race
// `*p += 1` through a pointer is a load and a store too.
#include <assert.h>
#include <pthread.h>

struct { int key, count[2]; } s;

void *work(void *arg) {
    int *p = s.count + s.key;
    *p += 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    s.key = 1;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(s.count[0] == 0);
    assert(s.count[1] == 2); // fails
    return 0;
}

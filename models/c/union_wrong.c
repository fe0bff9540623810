//@ expect: wrong (assertion, line 25)
//@ also: no-deadlock
//@ also not: no-data-race
// The tag of a union is read without the lock: it says what the union held, not what it holds.
#include <assert.h>
#include <pthread.h>

enum { COUNT, DEBT };
struct { int tag; union { int count, debt; }; } v = {.tag = COUNT, .count = 1};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *change(void *arg) {
    pthread_mutex_lock(&m);
    v.tag = DEBT;
    v.debt = -1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    if (v.tag == COUNT) {
        pthread_mutex_lock(&m);
        assert(v.count >= 0); // fails
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}

//@ expect: wrong (assertion, line 25)
//@ also: no-deadlock
//@ also not: no-data-race
// Two threads count under the lock for reading, which both may hold at once.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l;
int x;

void *count(void *arg) {
    pthread_rwlock_rdlock(&l);
    x = x + 1;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_rwlock_init(&l, 0);
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    pthread_rwlock_destroy(&l);
    return 0;
}

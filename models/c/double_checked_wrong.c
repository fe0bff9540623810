//@ expect: wrong (assertion, line 22)
//@ also: no-deadlock
//@ also not: no-data-race
// Double-checked locking with the flag set before the table: the other thread needs no lock to find it set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int done;
int table;

void *work(void *arg) {
    if (!done) {
        pthread_mutex_lock(&m);
        if (!done) {
            done = 1;
            table = 5;
        }
        pthread_mutex_unlock(&m);
    }
    assert(table == 5); // fails
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

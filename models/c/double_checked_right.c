//@ expect: safe
//@ also: no-data-race, no-deadlock
// Double-checked locking: the flag is atomic and set last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int done;
int table, times;

void *work(void *arg) {
    if (!done) {
        pthread_mutex_lock(&m);
        if (!done) {
            table = 5;
            times++;
            done = 1;
        }
        pthread_mutex_unlock(&m);
    }
    assert(table == 5);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(times == 1);
    return 0;
}

//@ expect: wrong (assertion, line 16)
//@ also: no-deadlock
//@ also not: no-data-race
// Test and set in two atomic steps in place of one exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int inside;

void *work(void *arg) {
    if (atomic_load(&taken) == 0) {
        atomic_store(&taken, 1);
        inside++;
        assert(inside == 1); // fails
        inside--;
        atomic_store(&taken, 0);
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

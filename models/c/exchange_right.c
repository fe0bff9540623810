//@ expect: safe
//@ also: no-data-race, no-deadlock
// A lock by exchange: who gets 0 back is in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int inside;

void *work(void *arg) {
    if (atomic_exchange(&taken, 1) == 0) {
        inside++;
        assert(inside == 1);
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

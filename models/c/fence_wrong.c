//@ expect: wrong (assertion, line 31)
//@ also: no-data-race, no-deadlock
// Load buffering the wrong way: that each reads before the other writes needs no weak memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *first(void *arg) {
    a = y;
    atomic_thread_fence(memory_order_seq_cst);
    x = 1;
    return 0;
}

void *second(void *arg) {
    b = x;
    atomic_thread_fence(memory_order_seq_cst);
    y = 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a == 1 || b == 1); // fails
    return 0;
}

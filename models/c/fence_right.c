//@ expect: safe
//@ also: no-data-race, no-deadlock
// Store buffering: under sequential consistency not both threads read 0, with fences on any machine.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}

void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a == 1 || b == 1);
    return 0;
}

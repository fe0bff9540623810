//@ property: no-data-race
//@ expect: safe
//@ also: unreach-call, no-deadlock
// Message passing: the plain data are written before the atomic flag and read after it, so the two accesses are never next together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *send(void *arg) {
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

void *receive(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 42);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, send, 0);
    pthread_create(&b, 0, receive, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Every fetch-and-operate of C11, each of which answers with the value before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum, bits, parity;
atomic_uint mask = 7;

void *work(void *arg) {
    int bit = (int)(long)arg;
    atomic_fetch_add(&sum, 3);
    int old = atomic_fetch_or(&bits, bit);
    assert((old & bit) == 0);
    atomic_fetch_and(&mask, ~(unsigned)bit);
    atomic_fetch_xor_explicit(&parity, 1, memory_order_relaxed);
    atomic_fetch_sub(&sum, 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)1);
    pthread_create(&b, 0, work, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 4 && bits == 3 && mask == 4 && parity == 0);
    return 0;
}

//@ expect: wrong (assertion, line 22)
//@ also: no-data-race, no-deadlock
// `__atomic_load_n` and `__atomic_store_n` are one step each, and two together.
#include <assert.h>
#include <pthread.h>

int counter;

void *work(void *arg) {
    int old = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
    __atomic_store_n(&counter, old + 1, __ATOMIC_SEQ_CST);
    __sync_synchronize();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(__sync_add_and_fetch(&counter, 1) == 3); // fails
    return 0;
}

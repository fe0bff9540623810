//@ expect: safe
//@ also: no-data-race, no-deadlock
// More builtins of GCC: what each answers, alone and with another thread.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

int n = 5, got[2];
int *where;

void *work(void *arg) {
    int id = arg != 0;
    got[id] = __sync_val_compare_and_swap(&n, 5, 6 + id);
    __atomic_store_n(&where, &got[id], __ATOMIC_RELEASE);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, &n);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert((n == 6 && got[0] == 5 && got[1] == 6) || (n == 7 && got[1] == 5 && got[0] == 7));
    assert(where == got || where == got + 1);
    n = 8;
    assert(__sync_lock_test_and_set(&n, 1) == 8 && n == 1);
    assert(__sync_fetch_and_or(&n, 6) == 1 && __sync_and_and_fetch(&n, 5) == 5);
    assert(__atomic_add_fetch(&n, 2, __ATOMIC_RELAXED) == 7 && __atomic_fetch_sub(&n, 3, __ATOMIC_SEQ_CST) == 7);
    assert(__atomic_exchange_n(&n, 9, __ATOMIC_ACQ_REL) == 4 && __atomic_xor_fetch(&n, 1, 5) == 8);
    int expected = 3;
    assert(!__atomic_compare_exchange_n(&n, &expected, 1, false, 5, 5) && expected == 8);
    assert(__atomic_compare_exchange_n(&n, &expected, 1, false, 5, 0) && n == 1);
    assert(!__sync_bool_compare_and_swap(&n, 2, 3) && __sync_sub_and_fetch(&n, 1) == 0);
    return 0;
}

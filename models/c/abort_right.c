//@ expect: safe
//@ also: no-data-race, no-deadlock
// `if (!e) abort();` is an assumption: what comes behind it may rely on `e`.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void assume_abort_if_not(int e) {
    if (!e)
        abort();
}

int n, x;

void *work(void *arg) {
    x = n + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_uchar();
    assume_abort_if_not(n <= 1);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x == 1 || x == 2);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Any flag and any byte: what is tested is what holds.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int x;

void *work(void *arg) {
    if (__VERIFIER_nondet_bool())
        x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    unsigned char byte = __VERIFIER_nondet_uchar();
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x == 0 || x == 1);
    if (byte > 250)
        assert(byte + 10 > 255);
    return 0;
}

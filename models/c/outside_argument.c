//@ expect: wrong (assertion, line 11)
// What the second thread is given comes from outside, and is computed with there.
//@ tried: not
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

void *work(void *arg) {
    int x = (int)(long)arg;
    assert(2 * x != 24680);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)3L);
    pthread_create(&b, 0, work, (void *)(long)__VERIFIER_nondet_int());
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: inconclusive (threads)
// As many threads as the input says: only so many are tried.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    for (unsigned char i = 0; i < n; i++) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        pthread_detach(t);
    }
    pthread_mutex_lock(&m);
    assert(x <= n);
    pthread_mutex_unlock(&m);
    return 0;
}

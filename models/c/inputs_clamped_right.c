//@ expect: safe
// What comes from outside is clamped before it is added, whatever it is: a circuit takes all numbers at once.
//@ tried: not
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;

void *work(void *arg) {
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        x = 100;
    if (x < 0)
        x = 0;
    pthread_mutex_lock(&m);
    total += x;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(0 <= total && total <= 200);
    return 0;
}

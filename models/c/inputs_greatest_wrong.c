//@ expect: wrong (assertion, line 31)
// The test takes a difference, which does not fit for all numbers: 2147483647 less -1. A circuit finds two of them.
//@ tried: not
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int best, given[2];

void *raise(void *arg) {
    int mine = *(int *)arg;
    pthread_mutex_lock(&m);
    if (mine - best > 0)
        best = mine;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    int first = __VERIFIER_nondet_int();
    best = first;
    given[0] = __VERIFIER_nondet_int();
    given[1] = __VERIFIER_nondet_int();
    pthread_t s, t;
    pthread_create(&s, 0, raise, &given[0]);
    pthread_create(&t, 0, raise, &given[1]);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(best >= first && best >= given[0] && best >= given[1]);
    assert(best == first || best == given[0] || best == given[1]);
    return 0;
}

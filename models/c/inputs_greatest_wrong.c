//@ expect: wrong (assertion, line 28)
// The test takes a difference, which does not fit for all numbers: 2147483647 less -1. A circuit finds two of them.
//@ tried: not
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int best, given;

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
    given = __VERIFIER_nondet_int();
    pthread_t s;
    pthread_create(&s, 0, raise, &given);
    pthread_join(s, 0);
    assert(best >= first && best >= given);
    assert(best == first || best == given);
    return 0;
}

//@ expect: wrong (assertion, line 23)
//@ also: no-data-race, no-deadlock
// A number from outside that is handed on, and is far from each that it is compared with.
//@ tried: not
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int kept;

static int limited(int x) {
    return x > 100000 ? 100000 : x;
}

void *work(void *arg) {
    int x = limited(__VERIFIER_nondet_int());
    pthread_mutex_lock(&m);
    kept = x;
    int low = kept < -100000;
    pthread_mutex_unlock(&m);
    assert(!low || kept == -200000); // fails
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

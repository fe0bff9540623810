//@ expect: safe
// What an assumption leaves of a value from outside, in a variable that nobody else can see yet: these are all followed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
    if (!cond) abort();
}

int n, sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *adds(void *unused) {
    pthread_mutex_lock(&m);
    sum += n;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n >= 20 / 2 && n < 3 * 5);
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum >= 20 && sum <= 28 && sum % 2 == 0);
    return 0;
}

//@ expect: safe
// Of values from outside an assumption, or an `abort`, leaves few: these are all followed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int squares[6] = {0, 1, 4, 9, 16, 25};
int sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int in_reach(int n) { return n % 2 == 0 && n >= 0 && n < 6; }

void *adds(void *unused) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(in_reach(n));
    pthread_mutex_lock(&m);
    sum += squares[n];
    assert(squares[n] == n * n);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    unsigned from = __VERIFIER_nondet_uint();
    if (from > 5) abort();
    sum = squares[from];
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    pthread_join(t, 0);
    assert(sum <= 25 + 16 && sum != 26);
    return 0;
}

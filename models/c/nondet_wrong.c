//@ expect: wrong (assertion, line 20)
// Some number is 7: the constant that it is compared with is among those that are tried.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x;

void *work(void *arg) {
    x = __VERIFIER_nondet_int();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    if (x == 7)
        reach_error(); // fails
    return 0;
}

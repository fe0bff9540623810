//@ expect: safe
//@ also: no-deadlock
// A program that ends inside of an atomic region has ended: nobody waits there.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *work(void *arg) {
    __VERIFIER_atomic_begin();
    if (x == 0) abort();
    x = 2;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return 0;
}

//@ expect: wrong
// Store buffers written out, as programs from litmus tests have them: a store waits in a buffer, and its thread reads
// the buffer first. Each reads before its store is seen. What the threads return nobody looks at.
#include <assert.h>
#include <pthread.h>

extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y, buffered_x, buffered_y, read_x, read_y, ended;

void *first(void *arg) {
    buffered_x = 1;
    read_y = y;
    __VERIFIER_atomic_begin();
    x = buffered_x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended++;
    __VERIFIER_atomic_end();
    return __VERIFIER_nondet_pointer();
}

void *second(void *arg) {
    buffered_y = 1;
    read_x = x;
    __VERIFIER_atomic_begin();
    y = buffered_y;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended++;
    __VERIFIER_atomic_end();
    return __VERIFIER_nondet_pointer();
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    __VERIFIER_assume(ended == 2);
    assert(read_x == 1 || read_y == 1);
    return 0;
}

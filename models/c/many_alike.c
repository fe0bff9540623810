//@ expect: safe
// After a variant of Qadeer and Wu's driver (PLDI 2004): threads come and go without a lock, while one waits until nobody
// is there any more. With names there are millions of states for ten of them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 3
#endif

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

_Bool stopping, empty, stopped;
int there = 1;

int enter(void) {
    int status = 0;
    __VERIFIER_atomic_begin();
    if (stopping)
        status = -1;
    else
        there++;
    __VERIFIER_atomic_end();
    return status;
}

void leave(void) {
    __VERIFIER_atomic_begin();
    there--;
    if (there == 0)
        empty = 1;
    __VERIFIER_atomic_end();
}

void *come_and_go(void *arg) {
    if (enter() == 0) {
        assert(!stopped);
        leave();
    }
    return 0;
}

void *stop(void *arg) {
    stopping = 1;
    leave();
    if (!empty) abort();
    stopped = 1;
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, stop, 0);
    for (int i = 0; i < N; i++) pthread_create(&id, 0, come_and_go, 0);
    return 0;
}

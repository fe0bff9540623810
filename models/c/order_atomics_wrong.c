//@ expect: wrong (assertion, line 23)
//@ tried: not, compilers choose one order
// Which of two atomic numbers is read first is open, and the other thread may come between.
#include <assert.h>
#include <pthread.h>

_Atomic int head, tail;

void *work(void *arg) {
    tail = 1;
    head = 1;
    return 0;
}

int take(void) {
    return head;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    // From left to right: if `head` is 1, `tail` was before.
    assert(take() <= tail); // not if `tail` is read first
    pthread_join(t, 0);
    return 0;
}

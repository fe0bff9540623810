//@ expect: wrong (undefined, line 24)
//@ tried: not, the stack of a thread that has ended may be there for a while
// A thread ends in a function that is called, whose local variable is gone with it.
#include <pthread.h>
#include <stddef.h>

int *left;

void leave(void) {
    int mine = 1;
    left = &mine;
    pthread_exit(0);
}

void *work(void *arg) {
    leave();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    *left = 2;
    return 0;
}

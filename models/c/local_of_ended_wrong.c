//@ expect: wrong (undefined, line 21)
//@ tried: not, the stack of a thread that has ended may be there for a while
// A thread leaves a pointer to its local variable, which is gone when it has ended.
#include <pthread.h>
#include <stddef.h>

int *left;

void *work(void *arg) {
    int mine = 1;
    left = &mine;
    mine = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    if (left)
        *left = 3; // of nobody
    return 0;
}

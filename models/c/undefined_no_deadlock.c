//@ expect: inconclusive (undefined behaviour, line 9)
//@ property: no-deadlock
// The thread that is waited for leaves its array: what follows is not known, and no deadlock.
#include <pthread.h>

int a[2], i = 2;

void *work(void *arg) {
    a[i] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

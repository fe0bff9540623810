//@ expect: wrong (undefined, line 9)
// The thread is given a number and follows it as if it were the address of one.
#include <pthread.h>
#include <stdint.h>

int rounds = 1, x = 7;

void *work(void *arg) {
    int n = *(int *)arg; // of nowhere
    x += n;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, (void *)(intptr_t)rounds);
    pthread_join(t, 0);
    return 0;
}

//@ property: no-data-race
//@ expect: wrong (race on x, lines 10 and 17)
//@ also: unreach-call, no-deadlock
// The argument of `printf` is read while the other thread writes it.
#include <pthread.h>
#include <stdio.h>

int x;
void *work(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    printf("x is %d\n", x);
    pthread_join(t, 0);
    return 0;
}

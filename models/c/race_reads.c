//@ property: no-data-race
//@ expect: safe
//@ also: unreach-call, no-deadlock
// Two threads read what main has written before it created them, and main writes again after it has joined them.
#include <assert.h>
#include <pthread.h>

int x, sum[2];

void *work(void *arg) {
    int id = arg != 0;
    sum[id] = x + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    x = 4;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, &x);
    pthread_join(a, 0);
    pthread_join(b, 0);
    x = sum[0] + sum[1];
    assert(x == 10);
    return 0;
}

//@ : wrong (line 11)
//@ --rules reduction: inconclusive (threads)
// After Farzan, Kincaid and Podelski (POPL 2013): the assertion fails if all fifty threads count before, and the first
// one comes last.
#include <assert.h>
#include <pthread.h>

int x;

void *late(void *arg) {
    assert(x < 50);
    return 0;
}

void *count(void *arg) {
    int t = x;
    x = t + 1;
    return 0;
}

int main(void) {
    pthread_t id;
    int n = 50;
    pthread_create(&id, 0, late, 0);
    for (int i = 0; i < n; i++) pthread_create(&id, 0, count, 0);
    return 0;
}

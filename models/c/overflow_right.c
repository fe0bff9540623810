//@ expect: safe
//@ also: no-data-race, no-deadlock
// Signed overflow wraps around, as with `gcc -fwrapv`.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int x = INT_MAX;

void *work(void *arg) {
    x++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x == INT_MIN && x - 1 == INT_MAX && -x == x);
    return 0;
}

//@ property: no-data-race
//@ expect: safe
//@ also: unreach-call, no-deadlock
// `x++` and `x += e` on an atomic variable are one step each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *work(void *arg) {
    x++;
    x += 2;
    --x;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}

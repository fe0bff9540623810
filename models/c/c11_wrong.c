//@ expect: wrong (assertion, line 30)
//@ also: no-deadlock
//@ also not: no-data-race
// One of the two C11 threads forgets the mutex.
#include <assert.h>
#include <threads.h>

mtx_t m;
int x;

int careful(void *arg) {
    mtx_lock(&m);
    x = x + 1;
    mtx_unlock(&m);
    return 0;
}

int careless(void *arg) {
    x = x + 1;
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, careful, 0);
    thrd_create(&b, careless, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

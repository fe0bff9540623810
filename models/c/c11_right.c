//@ expect: safe
//@ also: no-data-race, no-deadlock
// Threads, a mutex and a condition variable of C11: main waits until both have counted.
#include <assert.h>
#include <threads.h>

mtx_t m;
cnd_t c;
int counted;

int work(void *arg) {
    mtx_lock(&m);
    int mine = ++counted;
    cnd_signal(&c);
    mtx_unlock(&m);
    return mine;
}

int main(void) {
    thrd_t a, b;
    int one, two;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    if (thrd_create(&a, work, 0) != thrd_success || thrd_create(&b, work, 0) != thrd_success)
        return 1;
    mtx_lock(&m);
    while (counted < 2)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    thrd_join(a, &one);
    thrd_join(b, &two);
    assert(counted == 2 && one + two == 3);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}

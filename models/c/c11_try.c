//@ expect: safe
//@ also: no-data-race, no-deadlock
// `mtx_trylock` answers `thrd_busy` or has the mutex.
#include <assert.h>
#include <threads.h>

mtx_t m;
int x, busy[2];

int work(void *arg) {
    switch (mtx_trylock(&m)) {
    case thrd_success:
        x++;
        mtx_unlock(&m);
        break;
    case thrd_busy:
        busy[arg != 0] = 1;
        break;
    default:
        assert(0);
    }
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, work, 0);
    thrd_create(&b, work, &x);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(x + busy[0] + busy[1] == 2);
    return 0;
}

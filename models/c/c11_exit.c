//@ expect: safe
//@ also: no-data-race, no-deadlock
// `thrd_exit` ends the thread with a result; `thrd_current` is who runs; a recursive mutex of C11.
#include <assert.h>
#include <threads.h>

mtx_t m;
thrd_t self;

int work(void *arg) {
    mtx_lock(&m);
    mtx_lock(&m);
    self = thrd_current();
    mtx_unlock(&m);
    mtx_unlock(&m);
    if (arg)
        thrd_exit(4);
    return 5;
}

int main(void) {
    thrd_t t;
    int result;
    mtx_init(&m, mtx_plain | mtx_recursive);
    thrd_create(&t, work, &m);
    thrd_join(t, &result);
    assert(result == 4);
    assert(thrd_equal(self, t) && !thrd_equal(self, thrd_current()));
    return 0;
}

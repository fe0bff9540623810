//@ expect: safe
//@ also: no-data-race, no-deadlock
// The timed functions of C11 end with what was asked for or with `thrd_timedout`.
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t m;
cnd_t c;
int ready;

int tell(void *arg) {
    struct timespec until = {0, 0};
    if (mtx_timedlock(&m, &until) == thrd_timedout)
        return 1;
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    struct timespec until = {0, 0};
    thrd_t t;
    int gave_up, answer = thrd_success;
    mtx_init(&m, mtx_timed);
    cnd_init(&c);
    thrd_create(&t, tell, 0);
    mtx_lock(&m);
    while (!ready && answer != thrd_timedout)
        answer = cnd_timedwait(&c, &m, &until);
    mtx_unlock(&m);
    thrd_join(t, &gave_up);
    assert(ready + gave_up == 1 && (answer == thrd_timedout || answer == thrd_success));
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// `call_once` and thread-specific storage of C11, with a destructor.
#include <assert.h>
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
tss_t key;
int made;
thread_local int mine;

void end(void *value) {
    *(int *)value += 10;
}

void make(void) {
    made++;
    tss_create(&key, end);
}

int work(void *arg) {
    call_once(&once, make);
    mine++;
    tss_set(key, arg);
    *(int *)tss_get(key) = mine;
    return 0;
}

int main(void) {
    int one = 0, two = 0;
    thrd_t a, b;
    thrd_create(&a, work, &one);
    thrd_create(&b, work, &two);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(made == 1 && one == 11 && two == 11 && mine == 0);
    return 0;
}

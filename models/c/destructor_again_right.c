//@ expect: safe
//@ also: no-data-race, no-deadlock
// A destructor puts something under its key again, and is called again with it.
#include <assert.h>
#include <threads.h>

tss_t key;
int left[3], calls;

void end(void *value) {
    int *n = value;
    calls++;
    if (n != left)
        tss_set(key, n - 1);
}

int work(void *arg) {
    tss_set(key, &left[2]);
    thrd_exit(7);
}

int main(void) {
    thrd_t t;
    int result;
    tss_create(&key, end);
    thrd_create(&t, work, 0);
    thrd_join(t, &result);
    assert(calls == 3);
    assert(result == 7);
    return 0;
}

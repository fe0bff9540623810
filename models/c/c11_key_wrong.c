//@ expect: wrong (assertion, line 22)
//@ also: no-data-race, no-deadlock
// What a thread stores under a key is lost to the thread that joins it.
#include <assert.h>
#include <threads.h>

tss_t key;
int x = 5;

int work(void *arg) {
    tss_set(key, &x);
    return tss_get(key) == &x;
}

int main(void) {
    thrd_t t;
    int kept;
    tss_create(&key, 0);
    thrd_create(&t, work, 0);
    thrd_join(t, &kept);
    assert(kept);
    assert(tss_get(key) == &x); // fails
    return 0;
}

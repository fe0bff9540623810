//@ expect: wrong (assertion, line 28)
//@ also: no-data-race, no-deadlock
// `main` returns, and with it the program ends: what it has under a key is given to nobody.
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

tss_t key;
int x, ended;

void end(void *value) {
    ended++;
}

int work(void *arg) {
    tss_set(key, &x);
    return 0;
}

void last(void) {
    // Of two threads one was ended.
    assert(ended == 1);
    thrd_t t;
    thrd_create(&t, work, 0);
    thrd_join(t, 0);
    assert(ended == 2);
    tss_delete(key);
    assert(ended == 3); // fails
}

int main(void) {
    thrd_t t;
    tss_create(&key, end);
    tss_set(key, &x);
    atexit(last);
    thrd_create(&t, work, 0);
    thrd_join(t, 0);
    return 0;
}

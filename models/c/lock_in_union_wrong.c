//@ expect: wrong (assertion, line 23)
//@ also: no-deadlock
//@ also not: no-data-race
// A lock that is an element of an array, too.
#include <assert.h>
#include <pthread.h>

union {
    int lock;
    int words[1];
} u;
int i;

void *owner(void *unused) {
    while (__sync_lock_test_and_set(&u.lock, 1)) {
    }
    __sync_lock_release(&u.lock);
    return 0;
}

void *watcher(void *unused) {
    // It may be held.
    assert(u.words[i] != 1);
    return 0;
}

int main(void) {
    pthread_t o, w;
    pthread_create(&o, 0, owner, 0);
    pthread_create(&w, 0, watcher, 0);
    pthread_join(o, 0);
    pthread_join(w, 0);
    return 0;
}

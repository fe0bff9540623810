//@ expect: wrong (assertion, line 20)
//@ also: no-deadlock
//@ also not: no-data-race
// A lock to which a pointer leads from the start.
#include <assert.h>
#include <pthread.h>

int lock;
int *watched = &lock;

void *owner(void *unused) {
    while (__sync_lock_test_and_set(&lock, 1)) {
    }
    __sync_lock_release(&lock);
    return 0;
}

void *watcher(void *unused) {
    // It may be held.
    assert(*watched != 1);
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

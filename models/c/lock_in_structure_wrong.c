//@ expect: wrong (assertion, line 32)
//@ also: no-deadlock
//@ also not: no-data-race
// A lock in a structure, and a thread that looks at it by a pointer to the structure.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

struct account {
    int balance;
    int lock;
} account;

void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(account.lock == 0);
    account.lock = 1;
}

void *owner(void *unused) {
    __VERIFIER_atomic_acquire();
    account.balance++;
    account.balance--;
    account.lock = 0;
    return 0;
}

void *watcher(void *what) {
    struct account *watched = what;
    int locked = watched->lock;
    // It may be held.
    assert(locked != 1);
    return 0;
}

int main(void) {
    pthread_t o, w;
    pthread_create(&o, 0, owner, 0);
    pthread_create(&w, 0, watcher, &account);
    pthread_join(o, 0);
    pthread_join(w, 0);
    return 0;
}

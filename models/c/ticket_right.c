//@ expect: safe
//@ also: no-data-race, no-deadlock
// A ticket lock: tickets are drawn in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock { atomic_uint next, serving; };

struct ticket_lock l;
int x;

void lock(struct ticket_lock *l) {
    unsigned mine = atomic_fetch_add(&l->next, 1);
    while (atomic_load(&l->serving) != mine)
        ;
}

void unlock(struct ticket_lock *l) {
    atomic_fetch_add(&l->serving, 1);
}

void *work(void *arg) {
    lock(&l);
    x++;
    unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// The queue lock of Mellor-Crummey and Scott: each waits on a node of its own, which is on its stack.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { struct node *_Atomic next; atomic_int waits; };

struct node *_Atomic last;
int x;

void lock(struct node *me) {
    me->next = NULL;
    struct node *before = atomic_exchange(&last, me);
    if (before) {
        me->waits = 1;
        before->next = me;
        while (me->waits)
            ;
    }
}

void unlock(struct node *me) {
    struct node *self = me;
    if (!me->next) {
        if (atomic_compare_exchange_strong(&last, &self, NULL))
            return;
        while (!me->next)
            ;
    }
    me->next->waits = 0;
}

void *work(void *arg) {
    struct node me;
    lock(&me);
    x++;
    unlock(&me);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}

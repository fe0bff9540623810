//@ expect: wrong (assertion, line 55)
//@ also: no-deadlock
//@ also not: no-data-race
// A node that was popped is pushed again by the other thread while this one is about to swap: the old successor comes back (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *next; int out; };

struct node a, b;
struct node *_Atomic top;

struct node *pop(void) {
    struct node *n = top;
    while (n) {
        struct node *next = n->next;
        if (atomic_compare_exchange_strong(&top, &n, next))
            return n;
    }
    return 0;
}

void push(struct node *n) {
    n->next = top;
    while (!atomic_compare_exchange_strong(&top, &n->next, n))
        ;
}

void *one(void *arg) {
    struct node *n = pop();
    if (n)
        n->out++;
    return 0;
}

void *two(void *arg) {
    struct node *first = pop();
    struct node *second = pop();
    if (second)
        second->out++;
    if (first)
        push(first);
    return 0;
}

int main(void) {
    pthread_t s, t;
    a.next = &b;
    top = &a;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(top != &b || b.out == 0); // fails
    return 0;
}

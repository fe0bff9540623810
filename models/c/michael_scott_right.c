//@ expect: safe
//@ also: no-data-race, no-deadlock
// Michael and Scott's queue: who finds the tail behind helps it on; nodes are not used again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *_Atomic next; };

struct node *_Atomic head, *_Atomic tail;

void enqueue(int value) {
    struct node *n = calloc(1, sizeof *n), *last, *none;
    n->value = value;
    for (;;) {
        last = tail;
        struct node *next = last->next;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        none = 0;
        if (atomic_compare_exchange_strong(&last->next, &none, n))
            break;
    }
    atomic_compare_exchange_strong(&tail, &last, n);
}

int dequeue(void) {
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (!next)
            return 0;
        if (first == last)
            atomic_compare_exchange_strong(&tail, &last, next);
        else if (atomic_compare_exchange_strong(&head, &first, next))
            return next->value;
    }
}

void *work(void *arg) {
    enqueue((int)(long)arg);
    return 0;
}

int main(void) {
    pthread_t a, b;
    head = tail = calloc(1, sizeof(struct node));
    pthread_create(&a, 0, work, (void *)1);
    pthread_create(&b, 0, work, (void *)2);
    int early = dequeue();
    pthread_join(a, 0);
    pthread_join(b, 0);
    int x = dequeue(), y = dequeue();
    assert(early + x + y == 3);
    return 0;
}

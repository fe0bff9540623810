//@ expect: wrong (assertion, line 29)
//@ also: no-data-race, no-deadlock
// A queue whose new node is linked by a store in place of a compare-and-swap: two threads link to the same last node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *_Atomic next; };

struct node first, nodes[2];
struct node *_Atomic tail = &first;

void *enqueue(void *arg) {
    struct node *n = &nodes[(long)arg], *last = tail;
    last->next = n;
    tail = n;
    return 0;
}

int main(void) {
    pthread_t a, b;
    int length = 0;
    pthread_create(&a, 0, enqueue, (void *)0);
    pthread_create(&b, 0, enqueue, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    for (struct node *n = first.next; n; n = n->next)
        length++;
    assert(length == 2); // fails
    return 0;
}

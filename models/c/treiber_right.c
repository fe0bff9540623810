//@ expect: safe
//@ also: no-data-race, no-deadlock
// Treiber's stack: push and pop by compare-and-swap on the top; nodes are not used again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

struct node *_Atomic top;
int got[2];

void push(int value) {
    struct node *n = malloc(sizeof(struct node));
    n->value = value;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &n->next, n))
        ;
}

int pop(void) {
    struct node *n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    return n ? n->value : 0;
}

void *work(void *arg) {
    int id = (int)(long)arg;
    push(id + 1);
    got[id] = pop();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(got[0] + got[1] == 3 && top == 0);
    return 0;
}

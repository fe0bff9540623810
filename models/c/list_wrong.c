//@ expect: wrong (assertion, line 30)
//@ also: no-deadlock
//@ also not: no-data-race
// Two threads put a node at the head of a list without a lock: one of them is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int key; struct node *next; };

struct node *head;

void *insert(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->key = (int)(long)arg;
    n->next = head;
    head = n;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, insert, (void *)1);
    pthread_create(&b, 0, insert, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int sum = 0;
    for (struct node *n = head; n != 0; n = n->next)
        sum += n->key;
    assert(sum == 3); // fails
    return 0;
}

//@ expect: inconclusive (pointers)
// The new object may lie where the old one was, and then the exchange takes one for the other.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};
_Atomic(struct node *) head;

int main(void) {
    struct node *old = malloc(sizeof *old);
    free(old);
    struct node *new = malloc(sizeof *new);
    head = new;
    assert(!atomic_compare_exchange_strong(&head, &old, 0));
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Conditions of every shape, as statements and as values: assignments, pointers, negations, chains of `else if`.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node { int key; struct node *next; } c = {3, NULL}, b = {2, &c}, a = {1, &b};
struct node *_Atomic head = &a;

int rank(int n) {
    if (n < 0)
        return -1;
    else if (!n)
        return 0;
    else if ((n < 10 && n % 2 == 0) || n == 11)
        return 1;
    else
        return 2;
}

void *work(void *arg) {
    head = head->next;
    return NULL;
}

int main(void) {
    pthread_t t;
    struct node *n;
    int length = 0;
    pthread_create(&t, NULL, work, NULL);
    if ((n = head) != NULL)
        do
            length++;
        while ((n = n->next));
    assert(length == 3 || length == 2);
    pthread_join(t, NULL);
    assert((!n) == 1 && head && head->key == 2 && (head == &b) + (head != &b) == 1);
    assert(rank(-5) == -1 && rank(0) == 0 && rank(4) == 1 && rank(11) == 1 && rank(5) == 2);
    int k = 3, spent = 0;
    while (k--)
        spent += k ? 1 : 10;
    assert(spent == 12 && k == -1);
    return 0;
}

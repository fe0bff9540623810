//@ expect: safe
//@ also: no-data-race, no-deadlock
// A queue as a linked list with two locks: one for its head, one for its tail, and a first node that holds nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *_Atomic next; };

struct queue {
    struct node *head, *tail;
    pthread_mutex_t head_lock, tail_lock;
} q = {.head_lock = PTHREAD_MUTEX_INITIALIZER, .tail_lock = PTHREAD_MUTEX_INITIALIZER};

void enqueue(int value) {
    struct node *n = calloc(1, sizeof *n);
    n->value = value;
    pthread_mutex_lock(&q.tail_lock);
    q.tail->next = n;
    q.tail = n;
    pthread_mutex_unlock(&q.tail_lock);
}

int dequeue(void) {
    int value = 0;
    pthread_mutex_lock(&q.head_lock);
    struct node *old = q.head, *first = old->next;
    if (first) {
        value = first->value;
        q.head = first;
    }
    pthread_mutex_unlock(&q.head_lock);
    if (first)
        free(old);
    return value;
}

void *in(void *arg) {
    enqueue(1);
    enqueue(2);
    return 0;
}

void *out(void *arg) {
    int first = dequeue(), second = dequeue();
    assert(first == 0 || first == 1);
    assert(second == 0 || second == first + 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    q.head = q.tail = calloc(1, sizeof(struct node));
    pthread_create(&a, 0, in, 0);
    pthread_create(&b, 0, out, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

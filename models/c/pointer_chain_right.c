//@ expect: safe
//@ also: no-data-race, no-deadlock
// A chain of structures on the heap with pointers both ways; a node is taken out under one lock and freed outside it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int key; struct node *before, *after; };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct node ends = {0, &ends, &ends};

void insert(int key) {
    struct node *n = (struct node *)malloc(sizeof(struct node));
    n->key = key;
    pthread_mutex_lock(&m);
    n->before = &ends;
    n->after = ends.after;
    ends.after->before = n;
    ends.after = n;
    pthread_mutex_unlock(&m);
}

int take(void) {
    pthread_mutex_lock(&m);
    struct node *n = ends.before;
    if (n == &ends) {
        pthread_mutex_unlock(&m);
        return 0;
    }
    n->before->after = n->after;
    n->after->before = n->before;
    pthread_mutex_unlock(&m);
    int key = n->key;
    free(n);
    return key;
}

void *work(void *arg) {
    insert(1);
    insert(2);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int first = take();
    pthread_join(t, 0);
    int second = take(), third = take();
    assert(first + second + third == 3);
    assert(ends.before == &ends && ends.after == &ends);
    return 0;
}

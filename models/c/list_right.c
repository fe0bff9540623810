//@ expect: safe
//@ also: no-data-race, no-deadlock
// A sorted list with a lock in every node, taken hand over hand.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct node {
    int key;
    struct node *next;
    pthread_mutex_t m;
} node;

node *head;

node *make(int key, node *next) {
    node *n = malloc(sizeof(node));
    n->key = key;
    n->next = next;
    pthread_mutex_init(&n->m, NULL);
    return n;
}

void insert(int key) {
    node *before = head, *n;
    pthread_mutex_lock(&before->m);
    while ((n = before->next) != NULL && n->key < key) {
        pthread_mutex_lock(&n->m);
        pthread_mutex_unlock(&before->m);
        before = n;
    }
    before->next = make(key, n);
    pthread_mutex_unlock(&before->m);
}

void *work(void *arg) {
    insert((int)(long)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    head = make(0, NULL);
    pthread_create(&a, NULL, work, (void *)2);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(head->next->key == 1 && head->next->next->key == 2 && !head->next->next->next);
    return 0;
}

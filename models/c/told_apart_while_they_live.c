//@ expect: safe
// Objects that live at the same time are told apart.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
struct node *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *adds(void *arg) {
    struct node *mine = malloc(sizeof *mine);
    pthread_mutex_lock(&m);
    mine->next = head;
    head = mine;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    struct node **at = &head;
    while (*at != mine) at = &(*at)->next;
    *at = mine->next;
    pthread_mutex_unlock(&m);
    free(mine);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!head);
    return 0;
}

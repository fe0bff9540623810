//@ expect: safe
//@ also: no-data-race, no-deadlock
// A recursive function under a lock: the sum of a list whose nodes are on the stack of main.
#include <assert.h>
#include <pthread.h>

struct list { int value; struct list *next; };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct list *shared;

int sum(struct list *l) {
    return l ? l->value + sum(l->next) : 0;
}

void *work(void *arg) {
    pthread_mutex_lock(&m);
    assert(sum(shared) == 3 || sum(shared) == 7);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    struct list c = {4, 0}, b = {2, 0}, a = {1, &b};
    shared = &a;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    b.next = &c;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

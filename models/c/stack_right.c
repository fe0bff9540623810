//@ expect: safe
//@ also: no-data-race, no-deadlock
// A stack in an array with a mutex of its own, in a structure.
#include <assert.h>
#include <pthread.h>

struct stack {
    pthread_mutex_t m;
    int top;
    int cell[2];
};

struct stack s = {PTHREAD_MUTEX_INITIALIZER, 0, {0, 0}};

void push(struct stack *s, int v) {
    pthread_mutex_lock(&s->m);
    s->cell[s->top++] = v;
    pthread_mutex_unlock(&s->m);
}

int pop(struct stack *s) {
    int v = 0;
    pthread_mutex_lock(&s->m);
    if (s->top > 0)
        v = s->cell[--s->top];
    pthread_mutex_unlock(&s->m);
    return v;
}

void *pusher(void *arg) {
    push(&s, 1);
    push(&s, 2);
    return 0;
}

void *popper(void *arg) {
    int v = pop(&s);
    assert(v >= 0 && v <= 2);
    return (void *)(long)v;
}

int main(void) {
    pthread_t a, b;
    void *v;
    pthread_create(&a, 0, pusher, 0);
    pthread_create(&b, 0, popper, 0);
    pthread_join(a, 0);
    pthread_join(b, &v);
    assert((v != 0) + s.top == 2);
    return 0;
}

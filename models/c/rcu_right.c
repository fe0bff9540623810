//@ expect: safe
//@ also: no-data-race, no-deadlock
// Read, copy, update: the writer frees the old version after it has waited for the reader that may hold it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version { int a, b; };

struct version *_Atomic current;
atomic_int reading;

struct version *make(int n) {
    struct version *v = malloc(sizeof *v);
    v->a = v->b = n;
    return v;
}

void *read_(void *arg) {
    reading = 1;
    struct version *v = current;
    assert(v->a == v->b);
    reading = 0;
    return 0;
}

void *update(void *arg) {
    struct version *old = current;
    current = make(old->a + 1);
    while (reading)
        ;
    free(old);
    return 0;
}

int main(void) {
    pthread_t r, u;
    current = make(1);
    pthread_create(&r, 0, read_, 0);
    pthread_create(&u, 0, update, 0);
    pthread_join(r, 0);
    pthread_join(u, 0);
    assert(current->a == 2);
    return 0;
}

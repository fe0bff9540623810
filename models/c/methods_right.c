//@ expect: safe
//@ also: no-data-race, no-deadlock
// Structures of function pointers as objects with methods, and functions that return function pointers.
#include <assert.h>
#include <pthread.h>

struct counter;
struct methods { void (*add)(struct counter *, int); int (*get)(const struct counter *); };
struct counter { const struct methods *methods; pthread_mutex_t m; int n; };

void add(struct counter *c, int d) {
    pthread_mutex_lock(&c->m);
    c->n += d;
    pthread_mutex_unlock(&c->m);
}

void add_double(struct counter *c, int d) {
    add(c, 2 * d);
}

int get(const struct counter *c) {
    return c->n;
}

const struct methods plain = {add, get}, doubling = {.get = get, .add = add_double};
struct counter c[2] = {{&plain, PTHREAD_MUTEX_INITIALIZER, 0}, {&doubling, PTHREAD_MUTEX_INITIALIZER, 0}};

void (*chosen(int which))(struct counter *, int) {
    return which ? add : add_double;
}

void *work(void *arg) {
    for (int i = 0; i < 2; i++)
        c[i].methods->add(&c[i], 1);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(c[0].methods->get(c) == 2 && (*c[1].methods->get)(c + 1) == 4);
    chosen(0)(&c[0], 5);
    assert(c[0].n == 12 && chosen(1) == plain.add);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A count of references that goes down in one step: who brings it to 0 frees.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int references; int value; };

struct object *o;

void *use(void *arg) {
    assert(o->value == 3);
    if (atomic_fetch_sub(&o->references, 1) == 1)
        free(o);
    return 0;
}

int main(void) {
    pthread_t s, t;
    o = malloc(sizeof *o);
    o->references = 2;
    o->value = 3;
    pthread_create(&s, 0, use, 0);
    pthread_create(&t, 0, use, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

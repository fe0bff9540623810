//@ expect: wrong (undefined)
// A count of references that goes down in two steps: one thread frees, and the other looks again, or frees again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int references; };

struct object *o;

void *drop(void *arg) {
    o->references--;
    if (o->references == 0)
        free(o);
    return 0;
}

int main(void) {
    pthread_t s, t;
    o = malloc(sizeof *o);
    o->references = 2;
    pthread_create(&s, 0, drop, 0);
    pthread_create(&t, 0, drop, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

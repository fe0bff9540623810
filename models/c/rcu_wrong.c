//@ expect: wrong (undefined, line 20)
// The writer frees the old version at once, while a reader may be about to look at it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version { int a; };

struct version *_Atomic current;
int seen;

struct version *make(int n) {
    struct version *v = malloc(sizeof *v);
    v->a = n;
    return v;
}

void *read_(void *arg) {
    struct version *v = current;
    seen = v->a; // fails
    return 0;
}

void *update(void *arg) {
    struct version *old = current;
    current = make(2);
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
    return 0;
}

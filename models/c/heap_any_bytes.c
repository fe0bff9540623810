//@ expect: safe
//@ also: no-data-race, no-deadlock
// An allocator of one's own sets all bytes to anything, as SV-COMP's models of the kernel do; what they become is an
// object of the type that is asked for.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

char __VERIFIER_nondet_char(void);

struct device { int opened; pthread_mutex_t lock; struct device *next; };
struct device *all;

void *external_alloc(unsigned int size) {
    char *p = malloc(size);
    for (unsigned i = 0; i < size; ++i)
        p[i] = __VERIFIER_nondet_char();
    return p;
}

struct device *make(void) { return (struct device *)external_alloc(sizeof(struct device)); }

void *opens(void *unused) {
    pthread_mutex_lock(&all->lock);
    all->opened++;
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    all = make();
    all->opened = 0;
    pthread_mutex_init(&all->lock, NULL);
    pthread_create(&t, NULL, opens, NULL);
    opens(NULL);
    pthread_join(t, NULL);
    assert(all->opened == 2);
    return 0;
}

//@ expect: inconclusive (heap)
// An endless program that allocates in each round and frees what it had: no number of objects is enough.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Atomic int stop;

void *end(void *arg) {
    stop = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, end, 0);
    while (!stop) {
        int *p = malloc(sizeof *p);
        *p = 1;
        assert(*p == 1);
        free(p);
    }
    pthread_join(t, 0);
    return 0;
}

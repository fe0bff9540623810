//@ expect: inconclusive (pointers)
// The second object may lie where the first one was: then the pointer that was kept is equal to the new one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *kept;

void *replaces(void *arg) {
    int *first = malloc(sizeof *first);
    kept = first;
    free(first);
    int *second = malloc(sizeof *second);
    assert(second != kept);
    free(second);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, replaces, 0);
    pthread_join(t, 0);
    return 0;
}

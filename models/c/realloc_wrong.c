//@ expect: wrong (undefined)
//@ also not: no-data-race
// One thread has a pointer to an element, and another one lets the array grow: it may be at another place then.
#include <pthread.h>
#include <stdlib.h>

int *a;

void *work(void *arg) {
    a = realloc(a, 4 * sizeof(int));
    return 0;
}

int element(int *p) {
    return p[1];
}

int main(void) {
    pthread_t t;
    a = malloc(2 * sizeof(int));
    a[0] = a[1] = 1;
    int *p = a;
    pthread_create(&t, 0, work, 0);
    element(p);
    pthread_join(t, 0);
    free(a);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Locals and objects on the heap without an initialiser, each set by every way on which it is read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int go;

void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i;
}

void *work(void *arg) {
    int x, table[3];
    struct node pair;
    int which = go;
    if (which)
        x = 1;
    fill(table, 3);
    pair.value = 4;
    assert(table[2] + pair.value == 6);
    if (which)
        assert(x == 1);
    return 0;
}

int main(void) {
    pthread_t t[2];
    struct node *n = malloc(sizeof *n), *zero = calloc(1, sizeof *zero);
    n->value = 3;
    go = n->value + zero->value;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    free(n);
    free(zero);
    return 0;
}

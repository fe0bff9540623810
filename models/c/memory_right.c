//@ expect: safe
//@ also: no-data-race, no-deadlock
// `memset` to zero and `memcpy` of whole objects.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };

struct pair one = {1, 2}, two;
int cells[3] = {1, 2, 3};

void *work(void *arg) {
    memcpy(&two, &one, sizeof two);
    memset(cells, 0, sizeof cells);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    struct pair *p = malloc(sizeof *p);
    memset(p, 0, sizeof *p);
    assert(two.a == 1 && two.b == 2 && cells[0] + cells[1] + cells[2] == 0 && p->b == 0);
    free(p);
    return 0;
}

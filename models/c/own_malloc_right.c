//@ expect: safe
//@ also: no-data-race, no-deadlock
// The program has a `malloc` of its own, which gives the same place twice.
#include <assert.h>
#include <stddef.h>

static int place;

void *malloc(size_t size) {
    place = (int)size;
    return &place;
}

int main(void) {
    int *a = malloc(sizeof(int));
    int *b = malloc(sizeof(int));
    *a = 1;
    *b = 2;
    assert(*a == 2);
    return 0;
}

//@ expect: wrong (assertion, line 20)
// A parameter hides a function that allocates: what it leads to gives the same place twice.
#include <assert.h>
#include <stdlib.h>

static int place;

void *allocate(size_t size) {
    return malloc(size);
}

void *give(size_t size) {
    return &place;
}

void use(void *(*allocate)(size_t)) {
    int *a = allocate(sizeof(int)), *b = allocate(sizeof(int));
    *a = 1;
    *b = 2;
    assert(*a == 1);
}

int main(void) {
    int *first = allocate(sizeof(int));
    *first = 3;
    assert(*first == 3);
    use(give);
    return 0;
}

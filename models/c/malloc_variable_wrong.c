//@ expect: wrong (assertion, line 15)
// A variable with the name `malloc` allocates nothing.
#include <assert.h>

int pool[4];

void *get(unsigned long n) { return pool; }

void *(*malloc)(unsigned long) = get;

void *give(unsigned long n) { return malloc(n); }

int main(void) {
    int *a = give(4), *b = give(4);
    assert(a != b);
    return 0;
}

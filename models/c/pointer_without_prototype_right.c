//@ expect: safe
// A pointer that says nothing of parameters leads to functions that have some.
#include <assert.h>

int sum;

void add(int x) {
    sum += x;
}

void twice(void (*f)(), int x) {
    f(x);
    f(x);
}

int main(void) {
    twice(add, 3);
    assert(sum == 6);
    return 0;
}

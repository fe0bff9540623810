//@ expect: safe
// `*f` of a function is the function, and so is `**f`.
#include <assert.h>

int calls;

int more(int by) {
    calls += by;
    return calls;
}

int main(void) {
    assert((*more)(1) == 1);
    assert((**more)(1) == 2);
    assert((&more)(1) == 3);
    return 0;
}

//@ expect: wrong (undefined, line 12)
//@ tried: not, since the stack is still there
// What is called through a parameter that is declared as a function has locals that go when it returns.
#include <assert.h>

int *address(int x) {
    int l = x;
    return &l;
}

int by_name(int *str_made(int)) {
    return *str_made(2);
}

int main(void) {
    return by_name(address);
}

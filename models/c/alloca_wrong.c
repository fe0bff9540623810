//@ expect: wrong (undefined, line 14)
// What `alloca` gives is gone when the function returns.
//@ tried: not, since the stack is still there
#include <alloca.h>

int *fresh(void) {
    int *p = alloca(sizeof *p);
    *p = 1;
    return p;
}

int main(void) {
    int *p = fresh();
    return *p - 1;
}

//@ expect: wrong (undefined, line 18)
// The first one of two that `alloca` gives in a loop is gone, too, when the function returns.
//@ tried: not, since the stack is still there
#include <alloca.h>

int *kept;

void fill(void) {
    for (int i = 0; i < 2; i++) {
        int *p = alloca(sizeof *p);
        *p = i;
        if (i == 0)
            kept = p;
    }
}
int main(void) {
    fill();
    return *kept;
}

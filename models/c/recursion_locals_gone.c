//@ expect: wrong (undefined, line 19)
//@ tried: not, since the stack is still there
// The local of an activation that has returned is followed.
#include <assert.h>

int *deepest;

void down(int n) {
    int here = n;
    if (n == 0) {
        deepest = &here;
        return;
    }
    down(n - 1);
}

int main(void) {
    down(2);
    return *deepest; // gone
}

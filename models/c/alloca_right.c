//@ expect: safe
//@ also: no-data-race, no-deadlock
// What `alloca` gives lasts until the function returns, also beyond the block.
#include <alloca.h>
#include <assert.h>

int squares(int n) {
    int all = 0, *a = 0;
    if (n > 1) {
        a = alloca(n * sizeof *a);
    }
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    for (int i = 0; i < n; i++)
        all += a[i];
    return all;
}

int main(void) {
    assert(squares(3) == 5);
    assert(squares(2) == 1);
    return 0;
}

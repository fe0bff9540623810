//@ expect: safe
//@ also: no-data-race, no-deadlock
// So much is set to 0 as is known when the program runs, and not more.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    int key;
    void *value;
};

int main(void) {
    int n = 3;
    struct entry *all = malloc(n * sizeof *all);
    memset(all, 0, n * sizeof *all);
    assert(all[2].key == 0 && all[1].value == 0);
    all[2].key = 7;
    memset(all, 0, (n - 1) * sizeof *all);
    assert(all[2].key == 7);
    free(all);
    return 0;
}

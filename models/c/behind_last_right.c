//@ expect: safe
//@ also: no-data-race, no-deadlock
// The address behind the last element of an array is one, as long as nobody follows it.
#include <assert.h>

int all[3] = {1, 2, 3};
struct pair {
    int first, rest[2];
} pair = {1, {2, 3}};

int main(void) {
    int sum = 0, n = 3;
    for (int *p = all; p < &all[3]; p++)
        sum += *p;
    for (int *p = &pair.rest[0]; p != &pair.rest[2]; p++)
        sum += *p;
    assert(sum == 11 && &all[n] == all + 3);
    return 0;
}

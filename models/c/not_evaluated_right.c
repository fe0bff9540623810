//@ expect: safe
//@ also: no-data-race, no-deadlock
// What is not evaluated goes wrong in no way: shifts, divisions, elements and wide values behind `?:`, `&&` and `||`.
#include <assert.h>
#include <stddef.h>

int g = 40;

int main(void) {
    int n = g, x = 5, a[2] = {1, 2}, d = 0, unset[2];
    int r = n < 32 ? x >> n : 7;
    int q = d != 0 && x / d > 1;
    int s = n < 2 ? a[n] : 9;
    int t = n < 32 && (x >> n) & 1;
    int u = n > 31 || x << n;
    size_t w = n < 0 ? n : 3, k = n ? sizeof x : unset[1];
    unsigned long v = x - 6 < 0 ? 1 : (unsigned long)(x - 6);
    int nested = n > 31 ? (d ? x % d : x >> (d ? n : 1)) : x << n;
    assert(r == 7 && q == 0 && s == 9 && t == 0 && u == 1);
    assert(w == 3 && k == sizeof(int) && v == 1 && nested == 2);
    return 0;
}

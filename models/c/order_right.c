//@ expect: safe
// Operands, arguments, and both sides of an assignment in all their orders, and none that there is not.
#include <assert.h>
#include <stdio.h>

int n, g = 5, a[4];

int next(void) {
    return ++n;
}

int set(void) {
    g = 7;
    return 1;
}

int more(int x) {
    return x + 1;
}

int difference(int x, int y) {
    return x - y;
}

int main(void) {
    int d = difference(next(), next());
    assert(d == -1 || d == 1);
    n = 0;
    int digits = next() * 100 + next() * 10 + next();
    int sum = digits / 100 + digits / 10 % 10 + digits % 10;
    assert(sum == 6 && digits >= 123 && digits <= 321 && n == 3);
    n = 0;
    a[n] = next();
    assert((a[0] == 1) != (a[1] == 1));
    g += set();
    assert(g == 6 || g == 8);
    g = 5;
    int r = g + set();
    assert(r == 6 || r == 8);
    assert(more(3) - more(4) == -1); // which touch nothing
    g = 5;
    printf("%d %d\n", set(), g);
    int both = next() == 4 && next() == 5; // an order of its own
    n = 3;
    both = next() == 4 && next() == 5;
    assert(both);
    return 0;
}

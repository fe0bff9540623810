//@ expect: wrong (assertion, line 16)
// The program's own `abort` comes back, and so does what a variable of that name leads to.
#include <assert.h>

int n;

void count(void) { n++; }

void abort(void) { n++; }

int main(void) {
    if (n == 0) abort();
    assert(n == 1);
    void (*abort)(void) = count;
    if (n == 1) abort();
    assert(n == 1);
    return 0;
}

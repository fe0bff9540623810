//@ : inconclusive (pointers)
// Which of two functions comes first is not followed.
#include <assert.h>

void f(void) {}

void g(void) {}

int main(void) {
    void (*p)(void) = f, (*q)(void) = g;
    assert(p < q);
}

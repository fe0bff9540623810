//@ expect: safe
// A number in a pointer is the address of nothing, also where pointers are only compared.
#include <assert.h>
#include <stdatomic.h>

int x;
void *_Atomic word = &x;

int main(void) {
    void *p = (void *)1, *q = (void *)2, *r = (void *)3, *s = (void *)4;
    assert(p != (void *)&x && q != (void *)&x && r != (void *)&x && s != (void *)&x);
    assert(p != q && q == (void *)2);
    for (long n = 1; n < 6; n++) {
        void *expected = (void *)n;
        assert(!atomic_compare_exchange_strong(&word, &expected, p));
    }
    return 0;
}

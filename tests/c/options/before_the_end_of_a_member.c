//@ : safe
//@ -DBEFORE: inconclusive (pointers)
//@ -DFIRST: wrong (line 9)
// Behind the last element of an array that is a member the next one may begin: there an index below 0 leads back.
#include <assert.h>
struct s { int a[2]; int b[2]; } v = { { 1, 2 }, { 3, 4 } };
struct t { int n; int c[2]; } w;
static int last(int *end) {
    return end[-1];
}
int main(void) {
#if defined(BEFORE)
    return last(v.b);
#elif defined(FIRST)
    return last(w.c);
#else
    int sum = 0;
    int *end = v.a + 2;
    for (int *p = end; p != v.a; p--) sum += *(p - 1);
    assert(sum == 3);
#endif
    return 0;
}

//@ --data-model ILP32: safe
//@ : refused
// What a preprocessor, headers and sizes say where `long` and pointers have 32 bits.
#include <assert.h>
#include <limits.h>

#if defined(__LP64__) || __SIZEOF_POINTER__ != 4
#error "a preprocessor of 64 bits"
#endif

struct wide { char c; long long n; };

int main(void) {
    assert(sizeof(long) == 4 && LONG_MAX == 2147483647);
    assert(sizeof(struct wide) == 12 && sizeof(long double) == 12);
    return 0;
}

//@ expect: safe
// Bits of numbers that the compiler counts, and the name of a function.
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    assert(__builtin_popcount(0xff00ff01u) == 17 && __builtin_popcount(0) == 0 && __builtin_popcount(-1) == 32);
    assert(__builtin_parity(7) == 1 && __builtin_parity(3) == 0);
    for (int i = 0; i < 32; i++) {
        assert(__builtin_ctz(1u << i) == i && __builtin_clz(1u << i) == 31 - i && ffs(1u << i) == i + 1);
        assert(__builtin_ctz(0xffffffffu << i) == i && __builtin_clz(0xffffffffu >> i) == i);
    }
    assert(ffs(0) == 0 && __builtin_ffs(6) == 2);
    assert(strcmp(__func__, "main") == 0);
    return 0;
}

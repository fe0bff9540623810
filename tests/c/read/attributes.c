//@ expect: safe
// Words of GCC that mean nothing here: attributes, `__extension__`, spellings with underscores, barriers for the compiler.
#include <assert.h>
#include <pthread.h>

__extension__ typedef long long wide __attribute__((aligned(8)));
struct __attribute__((packed)) pair { int a; int b; } __attribute__((aligned(4)));
struct __attribute__((packed)) { int c; } other;
enum kind { ONE = 1, TWO } __attribute__((packed));
static __inline__ __attribute__((always_inline, unused)) int f(__const int n) { return n + 1; }
void leave(void) __attribute__((noreturn));
__volatile__ int x __attribute__((unused)) = 1;
__signed__ char s;
__typeof__(x) y;

void *work(void *__restrict arg __attribute__((unused))) {
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect(x == 1, 1))
        y = f(x);
    __asm__ __volatile__("mfence" : : : "memory");
    return 0;
}

int main(void) {
    pthread_t t;
    struct pair p = {ONE, TWO};
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    wide w = y;
    switch (w) {
    case 2:
        other.c++;
        __attribute__((fallthrough));
    default:
        goto done;
    }
done: __attribute__((unused));
    assert(w == 2 && p.b == 2 && other.c == 1 && __alignof__(int) == 4);
    return 0;
}

//@ expect: safe
// Sizes of floating-point numbers and of types of the library, as gcc and glibc have them on 64 bits.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct pair { float x; int n; };

int main(void) {
    assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 16);
    assert(sizeof(struct pair) == 8 && sizeof(double _Complex) == 16);
    assert(sizeof(pthread_t) == 8 && sizeof(pthread_cond_t) == 48 && sizeof(pthread_mutex_t) == 40);
    assert(sizeof(pthread_rwlock_t) == 56 && sizeof(pthread_barrier_t) == 32 && sizeof(pthread_once_t) == 4);
    assert(sizeof(int_fast16_t) == 8 && sizeof(uint_fast32_t) == 8 && sizeof(int_fast8_t) == 1);
    assert(INT_FAST16_MAX > 2147483647 && INT_LEAST16_MAX == 32767);
    return 0;
}

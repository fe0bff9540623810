//@ expect: safe
//@ also: no-data-race, no-deadlock
// `long`, `size_t` and `long long` whose values fit into 32 bits.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

long a = 3;
unsigned long long b;
size_t n = 2;
int64_t c = -5;

void *work(void *arg) {
    for (size_t i = 0; i < n; i++)
        a += (long)i * 10L;
    b = (unsigned long long)a + 1ULL;
    c = c * 2 + (intptr_t)arg;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, (void *)4);
    pthread_join(t, 0);
    assert(a == 13 && b == 14 && c == -6 && c < 0);
    return 0;
}

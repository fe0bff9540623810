//@ expect: safe
// What fits into 32 bits is compared with what does not.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

long least = 7;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int *numbers(size_t n) {
    if (n > SIZE_MAX / sizeof(int)) return 0;
    return malloc(n * sizeof(int));
}

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    if (least < 0x100000000 && -5000000000 <= least && least != INT64_MIN) least++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int *all = numbers(2);
    unsigned long i = 3;
    if (!all) return 0;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(least == 9);
    all[0] = 1;
    assert((1ul << i) == 8 && all[0] << 2 == 4);
    assert(5000000000 / 1000000000 == 5);
    return 0;
}

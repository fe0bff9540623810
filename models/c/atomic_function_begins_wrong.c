//@ expect: wrong
// Before or behind the one step of the other thread.
#include <assert.h>
#include <pthread.h>

int x, y;
pthread_once_t once = PTHREAD_ONCE_INIT;

void *__VERIFIER_atomic_work(void *arg) {
    x++;
    x++;
    return arg;
}

int __VERIFIER_atomic_add(int by) {
    if (by < 0) return 0;
    y += by;
    y += by;
    return y;
}

int (*add)(int) = __VERIFIER_atomic_add;

void *other(void *arg) {
    assert(add(1) % 2 == 0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, __VERIFIER_atomic_work, 0);
    pthread_create(&b, 0, other, 0);
    assert(x == 2 && y % 2 == 0);
    assert(add(-1) == 0);
    return 0;
}

//@ expect: safe
// Numbers travel in pointers and addresses in numbers, and are the same behind: no number is the address of an object.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int x = 5, y;
void *hidden = (void *)2;
long kept = (long)&x;

void *work(void *arg) {
    int id = (int)(intptr_t)arg;
    assert(id == 3);
    return (void *)(intptr_t)(id + 1);
}

long other(void *arg) {
    return *(int *)arg + 2;
}

int main(void) {
    pthread_t t;
    void *result;
    long number;
    pthread_create(&t, 0, work, (void *)(intptr_t)3);
    pthread_join(t, &result);
    assert((intptr_t)result == 4 && result != &x && result != &y && result != hidden);
    pthread_create(&t, 0, (void *(*)(void *))other, &x);
    pthread_join(t, (void **)&number);
    assert(number == 7);
    uintptr_t u = (uintptr_t)&x;
    assert(u != 0 && u == (uintptr_t)kept && u != (uintptr_t)&y && u > 100);
    *(int *)u = 6;
    assert(x == 6 && (int)(intptr_t)hidden == 2);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Functions are called for the length of an array, and through parameters that are declared as functions, whatever they are called: each thread has locals of its own.
#include <assert.h>
#include <pthread.h>

int twice(int x) {
    int l = x;
    int *p = &l;
    return *p + *p;
}

int by_new(int str_made(int)) {
    return str_made(2);
}

int by_old(mem_made)
int (*mem_made)(int);
{
    return mem_made(3);
}

int down(int n) {
    int l = n;
    int *p = &l;
    if (n > 1) {
        int v[down(n - 1)];
        v[0] = 1;
    }
    return *p;
}

void *calls(void *unused) {
    int v[twice(1)];
    v[1] = by_new(twice) + by_old(twice) + down(2);
    assert(v[1] == 12);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, calls, 0);
    pthread_create(&b, 0, calls, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Pointers to pointers, into arrays and between their elements.
#include <assert.h>
#include <pthread.h>

int a[4] = {1, 2, 3, 4};
int *p = a;
int **pp = &p;

void swap(int *x, int *y) {
    int old = *x;
    *x = *y;
    *y = old;
}

void *work(void *arg) {
    int *from = arg, *to = from + 2;
    int sum = 0;
    while (from < to)
        sum += *from++;
    return (void *)(long)sum;
}

int main(void) {
    pthread_t s, t;
    void *low, *high;
    pthread_create(&s, 0, work, a);
    pthread_create(&t, 0, work, &a[2]);
    pthread_join(s, &low);
    pthread_join(t, &high);
    assert((long)low == 3 && (long)high == 7);
    *pp += 3;
    assert(*p == 4 && p - a == 3 && p[-1] == 3 && 2[a] == 3);
    swap(&a[0], p);
    assert(a[0] == 4 && *p == 1 && p == &a[3] && p > a);
    return 0;
}

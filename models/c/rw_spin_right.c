//@ expect: safe
//@ also: no-data-race, no-deadlock
// A read-write lock of one atomic int: -1 is a writer, n > 0 are readers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int l;
int x, y;

void read_lock(void) {
    int n = l;
    while (n < 0 || !atomic_compare_exchange_weak(&l, &n, n + 1))
        if (n < 0)
            n = l;
}

void write_lock(void) {
    int none = 0;
    while (!atomic_compare_exchange_strong(&l, &none, -1))
        none = 0;
}

void *read_(void *arg) {
    read_lock();
    assert(x == y);
    l--;
    return 0;
}

void *write_(void *arg) {
    write_lock();
    x++;
    y++;
    l = 0;
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, read_, 0);
    pthread_create(&b, 0, read_, 0);
    pthread_create(&c, 0, write_, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}

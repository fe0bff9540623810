//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// A recursive mutex is taken again by who holds it, and is free after as many unlocks.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void add(int n) {
    pthread_mutex_lock(&m);
    if (n > 0) {
        x++;
        add(n - 1);
    }
    pthread_mutex_unlock(&m);
}

void *work(void *arg) {
    add(2);
    return 0;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a, b;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}

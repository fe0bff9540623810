//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// A mutex of the normal type, taken again by who holds it: the thread waits for itself.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
    add(1);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    assert(x == 1);
    return 0;
}

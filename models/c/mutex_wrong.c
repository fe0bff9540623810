//@ expect: wrong (assertion, line 31)
//@ also: no-deadlock
//@ also not: no-data-race
// Two mutexes protect one counter: an increment between the other's load and store is lost.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;

void *first(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *arg) {
    pthread_mutex_lock(&n);
    x++;
    pthread_mutex_unlock(&n);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

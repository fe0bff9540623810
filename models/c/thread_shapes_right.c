//@ expect: safe
//@ also: no-data-race, no-deadlock
// Threads that begin with functions of other types than the library declares, as old programs have them.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

void add(int n) {
    pthread_mutex_lock(&m);
    sum += n;
    pthread_mutex_unlock(&m);
}

void one() {
    add(1);
}

int two(int *n) {
    add(*n);
    return 0;
}

int main(void) {
    pthread_t s, t;
    int n = 2;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, &n);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(sum == 3);
    return 0;
}

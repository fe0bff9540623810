//@ expect: wrong (assertion, line 15)
//@ also: no-deadlock
//@ also not: no-data-race
// Whether the stack is empty is asked before the lock is taken: two threads pop one value.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int top = 1, cell[2];

void *pop(void *arg) {
    if (top > 0) {
        pthread_mutex_lock(&m);
        top--;
        assert(top >= 0); // fails
        cell[top] = 0;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, pop, 0);
    pthread_create(&b, 0, pop, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

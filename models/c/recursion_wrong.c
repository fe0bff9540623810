//@ expect: wrong (assertion, line 24)
//@ also: no-data-race, no-deadlock
// Two functions call each other and take the lock anew for each step, so others come in between.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void odd(int n);

void even(int n) {
    if (n > 0) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
        odd(n - 1);
    }
}

void odd(int n) {
    pthread_mutex_lock(&m);
    x--;
    assert(x == 0); // fails
    pthread_mutex_unlock(&m);
    even(n - 1);
}

void *work(void *arg) {
    even(2);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: wrong (assertion, line 24)
//@ also: no-data-race, no-deadlock
// "Not below zero" holds of every unsigned number: the withdrawal is never refused.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned balance = 3;

void *take(void *arg) {
    pthread_mutex_lock(&m);
    if (balance - 2 >= 0)
        balance -= 2;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, take, 0);
    pthread_create(&t, 0, take, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(balance <= 3); // fails
    return 0;
}

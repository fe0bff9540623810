//@ expect: wrong (assertion, line 30)
//@ also: no-data-race, no-deadlock
// Money is on its way between two locked sections: who sums up in between misses it.
#include <assert.h>
#include <pthread.h>

struct account { int balance; pthread_mutex_t m; } a[2] = {
    {2, PTHREAD_MUTEX_INITIALIZER},
    {0, PTHREAD_MUTEX_INITIALIZER},
};

void add(struct account *to, int amount) {
    pthread_mutex_lock(&to->m);
    to->balance += amount;
    pthread_mutex_unlock(&to->m);
}

void *transfer(void *arg) {
    add(&a[0], -1);
    add(&a[1], 1);
    return 0;
}

void *audit(void *arg) {
    pthread_mutex_lock(&a[0].m);
    pthread_mutex_lock(&a[1].m);
    int sum = a[0].balance + a[1].balance;
    pthread_mutex_unlock(&a[1].m);
    pthread_mutex_unlock(&a[0].m);
    assert(sum == 2); // fails
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, transfer, 0);
    pthread_create(&t, 0, audit, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

//@ expect: safe
// Two accounts, whose locks are taken in the order of their addresses, whatever that is.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} a = {PTHREAD_MUTEX_INITIALIZER, 10}, b = {PTHREAD_MUTEX_INITIALIZER, 10};

void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

void *forth(void *unused) {
    transfer(&a, &b, 1);
    return 0;
}

void *back(void *unused) {
    transfer(&b, &a, 2);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, forth, 0);
    pthread_create(&u, 0, back, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a.balance == 11 && b.balance == 9);
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Transfers between accounts on the heap, each with a mutex, taken in the order of their numbers; the sum stays.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    int id, balance;
    pthread_mutex_t m;
};

struct account *account[2];

struct account *open_account(int id, int balance) {
    struct account *a = malloc(sizeof(struct account));
    a->id = id;
    a->balance = balance;
    pthread_mutex_init(&a->m, NULL);
    return a;
}

void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from->id < to->id ? from : to;
    struct account *second = from->id < to->id ? to : from;
    pthread_mutex_lock(&first->m);
    pthread_mutex_lock(&second->m);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&second->m);
    pthread_mutex_unlock(&first->m);
}

void *there(void *arg) {
    transfer(account[0], account[1], 2);
    return NULL;
}

void *back(void *arg) {
    transfer(account[1], account[0], 1);
    return NULL;
}

int main(void) {
    pthread_t s, t;
    account[0] = open_account(0, 2);
    account[1] = open_account(1, 0);
    pthread_create(&s, NULL, there, NULL);
    pthread_create(&t, NULL, back, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(account[0]->balance + account[1]->balance == 2);
    assert(account[0]->balance >= 0 && account[1]->balance >= 0);
    return 0;
}

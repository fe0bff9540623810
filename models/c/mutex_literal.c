//@ expect: safe
// Mutexes and structures that have some begin with literals; the kind of a mutex comes with it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

struct account {
    int balance;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

int main(void) {
    struct account *account = malloc(sizeof *account);
    pthread_mutex_t *twice = malloc(sizeof *twice);
    pthread_rwlock_t *table = malloc(sizeof *table);
    *account = (struct account){.balance = 3, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    *twice = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    *table = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_lock(&account->lock);
    assert(account->balance == 3);
    pthread_cond_signal(&account->changed);
    pthread_mutex_unlock(&account->lock);
    pthread_mutex_lock(twice);
    pthread_mutex_lock(twice);
    pthread_mutex_unlock(twice);
    pthread_mutex_unlock(twice);
    pthread_rwlock_rdlock(table);
    pthread_rwlock_unlock(table);
    return 0;
}

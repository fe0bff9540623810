//@ expect: safe
// Mutexes on the heap and in functions that are initialised: by a call, by zeros, and by their initialiser.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static void *deposit(void *arg) {
    struct account *account = arg;
    pthread_mutex_lock(&account->lock);
    account->balance++;
    pthread_mutex_unlock(&account->lock);
    return NULL;
}

static void busy(struct account *account) {
    pthread_t thread;
    pthread_create(&thread, NULL, deposit, account);
    deposit(account);
    pthread_join(thread, NULL);
    assert(account->balance == 2);
}

int main(void) {
    struct account *made = malloc(sizeof *made), *cleared = malloc(sizeof *cleared), *zero = calloc(1, sizeof *zero);
    struct account local = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_mutex_init(&made->lock, NULL);
    made->balance = 0;
    memset(cleared, 0, sizeof *cleared);
    busy(made);
    busy(cleared);
    busy(zero);
    busy(&local);
    if (pthread_mutex_trylock(&made->lock) == 0)
        pthread_mutex_unlock(&made->lock);
    pthread_mutex_destroy(&made->lock);
    return 0;
}

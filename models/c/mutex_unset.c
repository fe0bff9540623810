//@ expect: wrong (undefined, line 13)
// A mutex on the heap that nobody has initialised is locked.
#include <pthread.h>
#include <stdlib.h>

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

int main(void) {
    struct account *account = malloc(sizeof *account);
    pthread_t thread;
    account->balance = 0;
    pthread_create(&thread, NULL, deposit, account);
    pthread_join(thread, NULL);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A recursive mutex that an initialiser makes: its thread may take it twice.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    assert(pthread_mutex_trylock(&plain) == 0);
    assert(pthread_mutex_trylock(&plain) != 0);
    return 0;
}

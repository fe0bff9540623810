//@ expect: safe
//@ also: no-data-race, no-deadlock
// Under one key each thread finds what it has put there itself, and nothing before.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void *work(void *arg) {
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, arg);
    assert(pthread_getspecific(key) == arg);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, 0);
    pthread_create(&a, 0, work, (void *)1);
    pthread_create(&b, 0, work, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(pthread_getspecific(key) == 0);
    pthread_key_delete(key);
    return 0;
}

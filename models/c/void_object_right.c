//@ expect: safe
//@ also: no-data-race, no-deadlock
// A pointer to `void` is one to a mutex where the library wants that.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void end(void *value) {
    pthread_mutex_unlock(value);
}

void *work(void *lock) {
    pthread_mutex_lock(lock);
    pthread_setspecific(key, lock);
    x++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, end);
    pthread_create(&a, 0, work, &m);
    pthread_create(&b, 0, work, &m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}

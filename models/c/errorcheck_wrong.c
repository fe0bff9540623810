//@ expect: wrong (assertion, line 29)
//@ also: no-deadlock
//@ also not: no-data-race
// The answer of an errorcheck mutex is not looked at: an unlock too many does nothing, but the program takes the lock for its own.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *work(void *arg) {
    if ((long)arg == 0)
        pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a, b;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}

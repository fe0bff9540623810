//@ expect: wrong (assertion, line 30)
//@ also not: no-data-race
//@ also: no-deadlock
// The destructors of two threads that end at once count without a lock.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int ended;

void end(void *value) {
    ended++;
}

void *work(void *arg) {
    pthread_setspecific(key, arg);
    if (arg == (void *)2)
        pthread_exit(0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, end);
    pthread_create(&a, 0, work, (void *)1);
    pthread_create(&b, 0, work, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    // One of the two may be lost.
    assert(ended == 2);
    return 0;
}

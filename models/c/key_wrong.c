//@ expect: wrong (assertion, line 27)
//@ also: no-deadlock
//@ also not: no-data-race
// The destructors of two threads count without a lock when the threads end.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int ended;

void end(void *value) {
    ended += (int)(long)value;
}

void *work(void *arg) {
    pthread_setspecific(key, (void *)1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, end);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(ended == 2); // fails
    return 0;
}

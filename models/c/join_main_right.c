//@ expect: safe
//@ also: no-data-race, no-deadlock
// `main` ends before the others, and one of them joins it; the destructor of what it has under a key has been called by then.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
pthread_t first;
int ended;

void end(void *value) {
    ended = 1;
}

void *work(void *arg) {
    pthread_join(first, 0);
    assert(ended == 1);
    return 0;
}

int main(void) {
    pthread_t t;
    first = pthread_self();
    pthread_key_create(&key, end);
    pthread_setspecific(key, &ended);
    pthread_create(&t, 0, work, 0);
    pthread_exit(0);
}

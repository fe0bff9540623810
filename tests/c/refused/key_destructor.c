//@ refused: 22:30 destructors of keys are not supported
//@ help: give none: call it where the thread ends
// The destructor runs when a thread ends that has a value under the key, before who joins it goes on; with no value it does not.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int ended;

void end(void *value) {
    ended += (int)(long)value;
}

void *work(void *arg) {
    if (arg)
        pthread_setspecific(key, arg);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, end);
    pthread_create(&a, 0, work, (void *)3);
    pthread_join(a, 0);
    assert(ended == 3);
    pthread_create(&b, 0, work, 0);
    pthread_join(b, 0);
    assert(ended == 3);
    return 0;
}

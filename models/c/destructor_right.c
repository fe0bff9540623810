//@ expect: safe
//@ also: no-data-race, no-deadlock
// The destructor of a key gets what a thread has under it when it ends, before whoever joins the thread goes on; of nothing it gets nothing.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int ended;

void end(void *value) {
    assert(pthread_getspecific(key) == 0);
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

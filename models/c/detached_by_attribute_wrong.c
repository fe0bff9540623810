//@ expect: wrong
// A thread is joined of which attributes said that it is detached.
#include <assert.h>
#include <pthread.h>

int x;

void *work(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&id, &attributes, work, 0);
    pthread_join(id, 0);
    return 0;
}

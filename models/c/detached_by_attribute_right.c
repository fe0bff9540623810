//@ expect: safe
// Nobody joins a thread that attributes say is detached; others are joined, also with attributes.
#include <assert.h>
#include <pthread.h>

int x;

void *work(void *arg) {
    x = 1;
    return arg;
}

void *other(void *arg) {
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_create(&id, &attributes, work, 0);
    pthread_join(id, 0);
    assert(x == 1);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&id, &attributes, other, 0);
    pthread_attr_destroy(&attributes);
    return 0;
}

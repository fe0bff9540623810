//@ expect: safe
// What a thread has set of being cancelled is told when it is set again, and is its own.
#include <assert.h>
#include <pthread.h>

void *work(void *arg) {
    int old;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_ENABLE);
    return 0;
}

int main(void) {
    pthread_t t;
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_create(&t, 0, work, 0);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcanceltype(7, &old) != 0 && old == PTHREAD_CANCEL_DISABLE);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    assert(old == PTHREAD_CANCEL_DEFERRED);
    pthread_join(t, 0);
    return 0;
}

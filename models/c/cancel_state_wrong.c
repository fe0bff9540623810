//@ expect: wrong (assertion, line 11)
// What was set before is not what is set now.
#include <assert.h>
#include <pthread.h>

int main(void) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    return 0;
}

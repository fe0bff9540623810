//@ expect: safe
// Attributes say what was set, and that the stack is large enough.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attr;
    int state;
    size_t size;
    pthread_attr_init(&attr);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_attr_getstacksize(&attr, &size);
    assert(size >= PTHREAD_STACK_MIN);
    return 0;
}

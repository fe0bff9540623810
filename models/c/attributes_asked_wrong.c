//@ expect: wrong (assertion, line 12)
// How large a stack is, is not known.
//@ tried: not, since it is larger
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attr;
    size_t size;
    pthread_attr_init(&attr);
    pthread_attr_getstacksize(&attr, &size);
    assert(size > PTHREAD_STACK_MIN);
    return 0;
}

//@ expect: wrong
// The result of a thread is a pointer, and there is no room for one in an `int`.
#include <assert.h>
#include <pthread.h>

void *work(void *arg) {
    return (void *)1;
}

int main(void) {
    pthread_t id;
    struct { int result, beside; } s = {0, 7};
    pthread_create(&id, 0, work, 0);
    pthread_join(id, (void **)&s.result);
    assert(s.beside == 7);
    return 0;
}

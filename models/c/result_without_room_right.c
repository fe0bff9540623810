//@ expect: safe
// A `long` has room for a pointer.
#include <assert.h>
#include <pthread.h>

void *work(void *arg) {
    return (void *)1;
}

int main(void) {
    pthread_t id;
    struct { long result; int beside; } s = {0, 7};
    pthread_create(&id, 0, work, 0);
    pthread_join(id, (void **)&s.result);
    assert(s.beside == 7 && s.result == 1);
    return 0;
}

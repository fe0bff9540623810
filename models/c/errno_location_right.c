//@ expect: safe
// What the headers of GNU make of `errno`: each thread has its own.
#include <assert.h>
#include <pthread.h>

extern int *__errno_location(void);

void *work(void *arg) {
    *__errno_location() = 5;
    return 0;
}

int main(void) {
    pthread_t t;
    *__errno_location() = 0;
    pthread_create(&t, 0, work, 0);
    assert(*__errno_location() == 0);
    pthread_join(t, 0);
    return 0;
}

//@ expect: wrong (assertion, line 8)
// A number travels to a thread in a pointer, and is shown as the number that it is.
#include <assert.h>
#include <pthread.h>

void *work(void *arg) {
    long n = (long)arg;
    assert(n != 1000);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, (void *)1000);
    pthread_join(t, 0);
    return 0;
}

//@ expect: wrong (undefined, line 13)
// A thread that has been joined is joined again.
#include <pthread.h>

void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(t, 0); // fails
    return 0;
}

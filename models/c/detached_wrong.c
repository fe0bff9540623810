//@ expect: wrong (undefined, line 13)
// A thread that is detached is joined.
#include <pthread.h>

void *work(void *arg) {
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_detach(t);
    pthread_join(t, 0); // fails
    return 0;
}

//@ expect: wrong (undefined, line 13)
// An id that no thread has.
#include <pthread.h>

void *work(void *arg) {
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    pthread_detach((pthread_t)10);
    return 0;
}

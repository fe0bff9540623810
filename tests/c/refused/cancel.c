//@ refused: 12:5 `pthread_cancel`: a thread that another one ends is not supported
//@ help: let it look at a flag
#include <pthread.h>

void *work(void *arg) {
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}

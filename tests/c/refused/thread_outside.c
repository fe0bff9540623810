//@ refused: 8:27 `work` has no body here, so nothing is known of a thread that begins with it
//@ help: begin with a function that has a body, and calls `work`
#include <pthread.h>

void *work(void *arg);
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}

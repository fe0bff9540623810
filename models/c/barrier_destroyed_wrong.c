//@ expect: wrong (undefined, line 9)
//@ tried: not, since that a barrier is destroyed is not watched
// A barrier is destroyed while threads are still on their way to it.
#include <pthread.h>

pthread_barrier_t all;

void *work(void *arg) {
    pthread_barrier_wait(&all);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&all, 0, 2);
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_barrier_destroy(&all);
    return 0;
}

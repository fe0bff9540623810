//@ expect: wrong (undefined)
// Two threads join `main`.
#include <pthread.h>

pthread_t first;

void *work(void *arg) {
    pthread_join(first, 0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    first = pthread_self();
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_exit(0);
}

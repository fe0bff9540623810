//@ refused: 11:27 `pthread_create` needs a function `void *(void *)`, and `work` is `int (int, int)`
//@ help: make it `void *work(void *arg)`
#include <pthread.h>

int work(int a, int b) {
    return a + b;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

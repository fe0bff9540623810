//@ expect: inconclusive (pointers, line 10)
// A thread that begins, by way of a pointer, with a function that has its body elsewhere.
#include <pthread.h>

extern void *work(void *arg);

int main(void) {
    void *(*start)(void *) = work;
    pthread_t t;
    pthread_create(&t, 0, start, 0);
    pthread_join(t, 0);
    return 0;
}

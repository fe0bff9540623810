//@ refused: 8:9 a copy of a `pthread_mutex_t` is none, and of no use
//@ help: use a pointer to it
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b;

int main(void) {
    b = a;
    pthread_mutex_lock(&b);
    return 0;
}

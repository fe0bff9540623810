//@ refused: 9:24 `pthread_mutex_lock` needs a pointer to `pthread_mutex_t`, and `&x` is `int *`
//
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

int main(void) {
    pthread_mutex_lock(&x);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

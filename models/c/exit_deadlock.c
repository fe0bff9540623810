//@ expect: wrong (deadlock)
//@ property: no-deadlock
// One thread has ended inside of a call; the others wait for each other all the same.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void leave(void) {
    pthread_exit(0);
}

void *gone(void *arg) {
    leave();
    return 0;
}

void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *other(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, gone, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, one, 0);
    pthread_create(&t, 0, other, 0);
    leave();
    return 0;
}

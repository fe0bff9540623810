//@ expect: wrong (undefined, line 7)
// A mutex that a thread holds is made anew.
#include <pthread.h>

static void *anew(void *arg) {
    pthread_mutex_t *lock = arg;
    *lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    return NULL;
}

int main(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, anew, &lock);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}

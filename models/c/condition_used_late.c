//@ expect: wrong (undefined, line 12)
//@ tried: not, since that a condition is destroyed is not watched
// A condition is destroyed before the thread that signals it has ended.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full;

void *fills(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&filled);
    full = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, fills, 0);
    pthread_mutex_lock(&lock);
    if (full)
        pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&filled);
    pthread_join(t, 0);
    return 0;
}

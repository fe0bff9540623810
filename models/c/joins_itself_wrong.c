//@ expect: wrong
// A thread joins itself, by an id that others have stored.
#include <pthread.h>

pthread_t id;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(id, 0);
    return arg;
}

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_create(&id, 0, work, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

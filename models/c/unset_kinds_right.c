//@ expect: safe
// A local that nobody has set is compared with a number alone: two values stand for all.
#include <assert.h>
#include <pthread.h>

int high;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *measure(void *arg) {
    int level;
    pthread_mutex_lock(&lock);
    if (level > 5)
        high = level;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, measure, 0);
    pthread_create(&b, 0, measure, 0);
    pthread_mutex_lock(&lock);
    assert(high == 0 || high > 5);
    pthread_mutex_unlock(&lock);
    return 0;
}

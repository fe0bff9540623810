//@ expect: safe
//@ also: no-data-race, no-deadlock
// A producer hands over one value; the consumer waits in a loop, so a wake-up without a signal does no harm.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER;
int ready, value;

void *produce(void *arg) {
    pthread_mutex_lock(&m);
    value = 7;
    ready = 1;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consume(void *arg) {
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&full, &m);
    assert(value == 7);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, consume, 0);
    pthread_create(&b, 0, produce, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

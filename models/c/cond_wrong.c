//@ expect: wrong (assertion, line 23)
//@ also: no-data-race, no-deadlock
// Two consumers test with `if`: the one that wakes up may find that the other was faster.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER;
int items;

void *produce(void *arg) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_broadcast(&full);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consume(void *arg) {
    pthread_mutex_lock(&m);
    if (items == 0)
        pthread_cond_wait(&full, &m);
    assert(items > 0); // fails
    items--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b, p;
    pthread_create(&a, 0, consume, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_create(&p, 0, produce, 0);
    pthread_join(p, 0);
    return 0;
}

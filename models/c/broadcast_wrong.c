//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// A gate that opens once, told to one alone: if two wait, the second waits for ever.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t open_ = PTHREAD_COND_INITIALIZER;
int gate, passed;

void *pass(void *arg) {
    pthread_mutex_lock(&m);
    while (!gate)
        pthread_cond_wait(&open_, &m);
    passed++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, pass, 0);
    pthread_create(&b, 0, pass, 0);
    pthread_mutex_lock(&m);
    gate = 1;
    pthread_cond_signal(&open_);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// A gate that opens once: everybody who waits is woken.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t open_;
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
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&open_, 0);
    pthread_create(&a, 0, pass, 0);
    pthread_create(&b, 0, pass, 0);
    pthread_mutex_lock(&m);
    gate = 1;
    pthread_cond_broadcast(&open_);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(passed == 2);
    pthread_cond_destroy(&open_);
    pthread_mutex_destroy(&m);
    return 0;
}

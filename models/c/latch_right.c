//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// A latch that main waits on: the last thread to count down opens it.
#include <assert.h>
#include <pthread.h>

struct latch {
    pthread_mutex_t m;
    pthread_cond_t zero;
    int count;
};

struct latch l = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2};
int result[2];

void count_down(struct latch *l) {
    pthread_mutex_lock(&l->m);
    if (--l->count == 0)
        pthread_cond_broadcast(&l->zero);
    pthread_mutex_unlock(&l->m);
}

void wait_for(struct latch *l) {
    pthread_mutex_lock(&l->m);
    while (l->count > 0)
        pthread_cond_wait(&l->zero, &l->m);
    pthread_mutex_unlock(&l->m);
}

void *work(void *arg) {
    result[(long)arg] = 1;
    count_down(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    for (long i = 0; i < 2; i++) {
        pthread_create(&t, 0, work, (void *)i);
        pthread_detach(t);
    }
    wait_for(&l);
    assert(result[0] + result[1] == 2);
    return 0;
}

//@ expect: safe
// Whoever waits for a thread may be seen through: its locals are there until it ends.
#include <assert.h>
#include <pthread.h>

int *shown;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *child(void *p) {
    pthread_mutex_lock(&m);
    *(int *)p += 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *work(void *arg) {
    int mine = 1, count[2] = {1, 2};
    pthread_t t;
    pthread_create(&t, 0, child, &mine);
    pthread_mutex_lock(&m);
    shown = &mine;
    *shown += count[1];
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(mine == 4);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A thread that ends while it holds the mutex gives it back by a handler.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, order;

static void unlock(void *mutex) {
    order = order * 10 + 1;
    pthread_mutex_unlock((pthread_mutex_t *)mutex);
}

static void count(void *by) {
    order = order * 10 + 2;
    x += (int)(long)by;
}

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_cleanup_push(count, (void *)2);
    if (arg) {
        pthread_exit(0);
    }
    x++;
    while (1) {
        if (x > 0) break;
    }
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int some;
    pthread_create(&a, 0, worker, &some);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 3 && (order == 211 || order == 121));
    return 0;
}

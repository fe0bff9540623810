//@ expect: safe
//@ also: no-data-race, no-deadlock
// Arguments are evaluated once, also those of which nothing is asked: conditions, attributes, deadlines, memory orders.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

pthread_cond_t woken[2];
pthread_mutex_t m[2];
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_attr_t attributes[2];
sem_t semaphore;
struct timespec until;
_Atomic int x;
int n;

int counted(int value) {
    n++;
    return value;
}

struct timespec *deadline(void) {
    n++;
    return &until;
}

void *work(void *arg) { return 0; }

int main(void) {
    pthread_t t[2];
    int k = 0, i = 0;
    pthread_cond_init(&woken[k++], 0);
    pthread_cond_signal(&woken[--k]);
    pthread_cond_destroy(&woken[k++]);
    assert(k == 1);
    pthread_mutex_lock(&m[0]);
    pthread_cond_timedwait(&woken[1], &m[i++], deadline());
    assert(i == 1 && n == 1);
    pthread_mutex_unlock(&m[0]);
    pthread_attr_init(&attributes[k]);
    pthread_create(&t[--i], &attributes[k--], work, 0);
    pthread_join(t[0], 0);
    assert(i == 0 && k == 0);
    sem_init(&semaphore, counted(0), 1);
    atomic_store_explicit(&x, 1, counted(memory_order_relaxed));
    atomic_thread_fence(counted(memory_order_seq_cst));
    assert(n == 4);
    pthread_rwlock_destroy((n++, &lock));
    assert(n == 5);
    return 0;
}

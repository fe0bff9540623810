//@ expect: wrong (assertion, line 21)
//@ also: no-data-race, no-deadlock
// There are three ways to change a mask, and no fourth one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

enum { THREADS = 2 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
int done;

void *work(void *unused) {
    sigset_t all;
    cpu_set_t first;
    sigfillset(&all);
    assert(pthread_sigmask(3, &all, 0) == 0);
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    pthread_setaffinity_np(pthread_self(), sizeof first, &first);
    pthread_mutex_lock(&lock);
    done++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_condattr_t steady;
    sigset_t one;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &steady);
    pthread_condattr_destroy(&steady);
    sigemptyset(&one);
    assert(sigaddset(&one, SIGINT) == 0);
    assert(sigaddset(&one, 65) == -1);
    for (int i = THREADS; i > 0; i -= 1) {
        pthread_create(&threads[i - 1], 0, work, 0);
    }
    pthread_mutex_lock(&lock);
    while (done < THREADS) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], 0);
    }
    return 0;
}

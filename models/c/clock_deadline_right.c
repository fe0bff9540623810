//@ expect: safe
// When a wait is to end is handed on alone, whatever time it is.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *tell(void *arg) {
    struct timespec nap = {0, 1000000};
    nanosleep(&nap, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    struct timespec until;
    struct timeval now;
    pthread_t t;
    int answer = 0;
    pthread_create(&t, NULL, tell, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    pthread_mutex_lock(&m);
    while (!ready && answer != ETIMEDOUT)
        answer = pthread_cond_timedwait(&c, &m, &until);
    assert(ready || answer == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    gettimeofday(&now, NULL);
    until.tv_sec = now.tv_sec + 1;
    until.tv_nsec = now.tv_usec * 1000;
    if (pthread_mutex_timedlock(&m, &until) == 0)
        pthread_mutex_unlock(&m);
    until.tv_sec = time(NULL) + 1;
    printf("%ld\n", (long)until.tv_sec);
    pthread_join(t, NULL);
    return 0;
}

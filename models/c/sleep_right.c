//@ expect: safe
//@ also: no-data-race, no-deadlock
// `usleep`, `sleep`, `sched_yield` and `nanosleep` are nothing to rely on, and do no harm.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

_Atomic int x;

void *work(void *arg) {
    struct timespec t = {0, 10};
    x++;
    usleep(1);
    nanosleep(&t, 0);
    x++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    sched_yield();
    int seen = x;
    assert(seen >= 0 && seen <= 2);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}

//@ expect: wrong (assertion, line 32)
//@ also: no-data-race, no-deadlock
// A work-stealing queue whose owner takes the last job without a compare-and-swap: the thief has it too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int top, bottom = 1;
int done[1];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void do_job(int j) {
    pthread_mutex_lock(&m);
    done[j]++;
    pthread_mutex_unlock(&m);
}

void *thief(void *arg) {
    int t = top;
    if (t < bottom && atomic_compare_exchange_strong(&top, &t, t + 1))
        do_job(t);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thief, 0);
    int b = --bottom;
    if (top <= b)
        do_job(b);
    pthread_join(t, 0);
    assert(done[0] == 1); // fails
    return 0;
}

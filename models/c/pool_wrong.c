//@ expect: wrong (assertion, line 31)
//@ also: no-data-race, no-deadlock
// The number of the job is read again after the unlock, when it may be another's.
#include <assert.h>
#include <pthread.h>

#define JOBS 2

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
_Atomic int next;
_Atomic int done[JOBS + 2];

void *work(void *arg) {
    pthread_mutex_lock(&m);
    if (next == JOBS) {
        pthread_mutex_unlock(&m);
        return 0;
    }
    next++;
    pthread_mutex_unlock(&m);
    done[next - 1]++;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(done[0] == 1 && done[1] == 1); // fails
    return 0;
}

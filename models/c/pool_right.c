//@ expect: safe
//@ also: no-data-race, no-deadlock
// Two workers take jobs from a shared list under a mutex until there are none; every job is done once.
#include <assert.h>
#include <pthread.h>

#define JOBS 3

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int next, done[JOBS];

int take(void) {
    int job = -1;
    pthread_mutex_lock(&m);
    if (next < JOBS)
        job = next++;
    pthread_mutex_unlock(&m);
    return job;
}

void *work(void *arg) {
    int job;
    while ((job = take()) >= 0)
        done[job]++;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    for (int i = 0; i < JOBS; i++)
        assert(done[i] == 1);
    return 0;
}

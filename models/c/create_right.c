//@ expect: safe
//@ also: no-data-race, no-deadlock
// Each thread is given an element of an array of its own, as a pointer.
#include <assert.h>
#include <pthread.h>

struct job { int from, to, sum; };

void *add(void *arg) {
    struct job *job = arg;
    for (int i = job->from; i < job->to; i++)
        job->sum += i;
    return 0;
}

int main(void) {
    struct job jobs[2] = {{0, 2, 0}, {2, 4, 0}};
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(jobs[0].sum + jobs[1].sum == 6);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// A work-stealing queue: its owner takes at one end, a thief at the other, and the last job goes to who swaps first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int top, bottom;
int job[2], done[2];

void push(int j) {
    job[bottom] = j;
    bottom++;
}

int take(void) {
    int b = --bottom;
    int t = top;
    if (t < b)
        return job[b];
    int j = -1;
    if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
        j = job[b];
    bottom = b + 1;
    return j;
}

int steal(void) {
    int t = top;
    if (t >= bottom)
        return -1;
    int j = job[t];
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? j : -1;
}

void *thief(void *arg) {
    int j = steal();
    if (j >= 0)
        done[j]++;
    return 0;
}

int main(void) {
    pthread_t t;
    push(0);
    push(1);
    pthread_create(&t, 0, thief, 0);
    for (int i = 0; i < 2; i++) {
        int j = take();
        if (j >= 0)
            done[j]++;
    }
    pthread_join(t, 0);
    assert(done[0] == 1 && done[1] == 1);
    return 0;
}

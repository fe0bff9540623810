//@ expect: safe
//@ also: no-data-race, no-deadlock
// A vector that grows: what was in it is there in the new place, too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct vector {
    pthread_mutex_t m;
    int *at;
    int count, room;
} v = {PTHREAD_MUTEX_INITIALIZER};

void push(int x) {
    pthread_mutex_lock(&v.m);
    if (v.count == v.room) {
        v.room = v.room ? 2 * v.room : 1;
        v.at = realloc(v.at, v.room * sizeof *v.at);
    }
    v.at[v.count++] = x;
    pthread_mutex_unlock(&v.m);
}

void *work(void *arg) {
    push(1);
    push(2);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    push(4);
    pthread_join(t, 0);
    assert(v.count == 3);
    assert(v.at[0] + v.at[1] + v.at[2] == 7);
    free(v.at);
    return 0;
}

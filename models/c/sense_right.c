//@ expect: safe
//@ also: no-deadlock
//@ also not: no-data-race
// A barrier of atomic variables whose sense is turned by the last to come, so that it can be used again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int count, sense;
int phase[N];

void barrier(int *mine) {
    *mine = !*mine;
    if (atomic_fetch_add(&count, 1) == N - 1) {
        count = 0;
        sense = *mine;
    } else {
        while (sense != *mine)
            ;
    }
}

void *work(void *arg) {
    int id = (int)(long)arg, mine = 0;
    for (int i = 1; i <= 2; i++) {
        phase[id] = i;
        barrier(&mine);
        assert(phase[1 - id] >= i);
    }
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}

//@ expect: safe
//@ also: no-deadlock
//@ also not: no-data-race
// The same barrier for two rounds: nobody is ahead of the other by more than one.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
int round_[2];

void *work(void *arg) {
    int id = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        round_[id]++;
        pthread_barrier_wait(&b);
        int other = round_[1 - id];
        assert(other == i + 1 || other == i + 2);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, work, (void *)1);
    work((void *)0);
    pthread_join(t, 0);
    return 0;
}

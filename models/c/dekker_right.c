//@ expect: safe
//@ also: no-data-race, no-deadlock
// Dekker's algorithm: who has not the turn withdraws its wish until it has.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

void *work(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    wants[me] = 1;
    while (wants[other])
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    inside++;
    assert(inside == 1);
    inside--;
    turn = other;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ expect: wrong (assertion, line 18)
//@ also: no-deadlock
//@ also not: no-data-race
// Peterson's algorithm with the turn given before the wish is made: one thread finds no wish and enters, the other finds its turn.
#include <assert.h>
#include <pthread.h>

_Atomic int wants[2], turn;
int inside;

void *work(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    turn = other;
    wants[me] = 1;
    while (wants[other] && turn == other)
        ;
    inside++;
    assert(inside == 1); // fails
    inside--;
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

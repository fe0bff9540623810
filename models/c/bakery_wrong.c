//@ expect: wrong (assertion, line 17)
//@ also: no-deadlock
//@ also not: no-data-race
// The bakery without `choosing`: one thread looks while the other has drawn its number and not yet shown it.
#include <assert.h>
#include <pthread.h>

_Atomic int number[2];
int inside;

void *work(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    number[me] = number[other] + 1;
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me)))
        ;
    inside++;
    assert(inside == 1); // fails
    inside--;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)0);
    pthread_create(&t, 0, work, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

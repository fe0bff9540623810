//@ expect: safe
//@ also: no-data-race, no-deadlock
// Lamport's bakery for two threads.
#include <assert.h>
#include <pthread.h>

_Atomic int choosing[2], number[2];
int inside;

int before(int a, int b) {
    return number[a] != 0 && (number[a] < number[b] || (number[a] == number[b] && a < b));
}

void *work(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (choosing[other])
        ;
    while (before(other, me))
        ;
    inside++;
    assert(inside == 1);
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

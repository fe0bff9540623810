//@ expect: safe
//@ also: no-data-race, no-deadlock
// Variables of each thread, written with both keywords; a static local of each thread among them.
#include <assert.h>
#include <pthread.h>

_Thread_local int mine = 1;
__thread int count;

int next(void) {
    static _Thread_local int number = 5;
    return number++;
}

void *work(void *arg) {
    mine += (int)(long)arg;
    count++;
    assert(next() == 5 && next() == 6);
    assert(mine == 1 + (long)arg && count == 1);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)1);
    pthread_create(&t, 0, work, (void *)2);
    count = 7;
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(mine == 1 && count == 7 && next() == 5);
    return 0;
}

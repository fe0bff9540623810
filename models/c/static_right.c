//@ expect: safe
//@ also: no-data-race, no-deadlock
// A static local is one object for all threads, and keeps its value between calls.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int number(void) {
    static int last = 10;
    pthread_mutex_lock(&m);
    int mine = ++last;
    pthread_mutex_unlock(&m);
    return mine;
}

int seen[2];

void *work(void *arg) {
    seen[(long)arg] = number();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)0);
    pthread_create(&t, 0, work, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(seen[0] + seen[1] == 11 + 12 && number() == 13);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// Whoever comes first initialises, once; whoever comes second waits until that is over.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table, times;

void initialise(void) {
    times++;
    table = 9;
}

void *work(void *arg) {
    pthread_once(&once, initialise);
    assert(table == 9);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(times == 1);
    return 0;
}

//@ expect: safe
//@ also: no-data-race, no-deadlock
// `pthread_exit` ends the thread from inside a call, so what follows does not happen; its argument is the result.
#include <assert.h>
#include <pthread.h>

int x;

void leave(int early) {
    if (early)
        pthread_exit((void *)5);
}

void *work(void *arg) {
    leave(arg != 0);
    x = 1;
    return (void *)7;
}

int main(void) {
    pthread_t a, b;
    void *first, *second;
    pthread_create(&a, 0, work, (void *)1);
    pthread_join(a, &first);
    assert(x == 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(b, &second);
    assert(x == 1 && (long)first == 5 && (long)second == 7);
    return 0;
}

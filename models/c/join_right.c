//@ expect: safe
//@ also: no-data-race, no-deadlock
// What a thread returns arrives at who joins it.
#include <assert.h>
#include <pthread.h>

int x;

void *twice(void *arg) {
    x = 2 * (int)(long)arg;
    return (void *)(long)x;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, twice, (void *)3);
    pthread_join(t, &result);
    assert((long)result == 6);
    x++;
    assert(x == 7);
    return 0;
}

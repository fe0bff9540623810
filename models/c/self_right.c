//@ expect: safe
//@ also: no-data-race, no-deadlock
// Threads know themselves: `pthread_self` is equal to what `pthread_create` stored, and differs between threads.
#include <assert.h>
#include <pthread.h>

pthread_t self[2];

void *work(void *arg) {
    self[(long)arg] = pthread_self();
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, work, (void *)0);
    pthread_create(&t[1], 0, work, (void *)1);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(pthread_equal(self[0], t[0]) && pthread_equal(self[1], t[1]));
    assert(!pthread_equal(self[0], self[1]));
    return 0;
}

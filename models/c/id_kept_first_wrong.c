//@ expect: wrong (assertion, line 11)
//@ also not: no-data-race
// The id of a thread is kept before the thread begins, and not that of the next one.
#include <assert.h>
#include <pthread.h>

pthread_t ids[2];

void *work(void *arg) {
    int i = *(int *)arg;
    assert(pthread_equal(ids[1], pthread_self()));
    return 0;
}

int main(void) {
    int numbers[2];
    for (int i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&ids[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(ids[i], 0);
    }
    return 0;
}

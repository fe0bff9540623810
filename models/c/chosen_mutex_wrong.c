//@ expect: wrong (assertion, line 25)
//@ also: no-deadlock
//@ also not: no-data-race
// Mutex and place are chosen by different rules: one place is under two mutexes.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int cell[2];

void *work(void *arg) {
    int key = (int)(long)arg;
    pthread_mutex_lock(&m[key % 3]);
    cell[key % 2]++;
    pthread_mutex_unlock(&m[key % 3]);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)0);
    pthread_create(&t, 0, work, (void *)2);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(cell[0] == 2); // fails
    return 0;
}

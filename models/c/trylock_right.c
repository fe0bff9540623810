//@ expect: safe
//@ also: no-data-race, no-deadlock
// Who finds the mutex taken goes without it, and counts that.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int missed[2];

void *work(void *arg) {
    int answer = pthread_mutex_trylock(&m);
    if (answer == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } else {
        assert(answer == EBUSY);
        missed[(long)arg] = 1;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x + missed[0] + missed[1] == 2);
    assert(x >= 1);
    return 0;
}

//@ expect: wrong (assertion, line 24)
//@ also: no-data-race, no-deadlock
// `sem_timedwait` may give up, and who does not look at its answer goes on as if it had not.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t s;
atomic_int x;

void *work(void *arg) {
    x = 1;
    sem_post(&s);
    return 0;
}

int main(void) {
    struct timespec until = {0, 0};
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_timedwait(&s, &until);
    assert(x == 1); // fails
    pthread_join(t, 0);
    return 0;
}

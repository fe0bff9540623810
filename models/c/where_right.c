//@ expect: safe
//@ also: no-data-race, no-deadlock
// Where results go is known before a function begins: before the thread is created, and before the wait for its end.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_t t[2];
pthread_mutex_t m[2];
pthread_cond_t woken;
void *one, *other;
void **_Atomic to = &one;
int created, waited;
struct timespec until;

void *work(void *arg) {
    assert(created == 1);
    to = &other;
    return &created;
}

int main(void) {
    pthread_create(&t[created++], 0, work, 0);
    pthread_mutex_lock(&m[0]);
    // The mutex that is given back is the one that is taken again.
    pthread_cond_timedwait(&woken, &m[waited++], &until);
    assert(waited == 1);
    pthread_mutex_unlock(&m[0]);
    pthread_join(t[0], to);
    assert((one == &created) != (other == &created));
    return 0;
}

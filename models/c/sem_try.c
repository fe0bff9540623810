//@ expect: safe
//@ also: no-data-race, no-deadlock
// `sem_trywait` takes one or says that there is none; the value at the end is what was given less what was taken.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int taken[2];

void *work(void *arg) {
    int id = (int)(long)arg;
    if (sem_trywait(&s) == 0)
        taken[id] = 1;
    else
        assert(errno == EAGAIN);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int left;
    sem_init(&s, 0, 0);
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    sem_post(&s);
    pthread_join(a, 0);
    pthread_join(b, 0);
    sem_getvalue(&s, &left);
    assert(left == 1 - taken[0] - taken[1]);
    sem_destroy(&s);
    return 0;
}

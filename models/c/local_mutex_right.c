//@ expect: safe
//@ also: no-data-race, no-deadlock
// A mutex and a counter among the locals of main, which reach the threads in one structure of pointers.
#include <assert.h>
#include <pthread.h>

struct shared { pthread_mutex_t *m; int *count; };

void *work(void *arg) {
    struct shared *s = (struct shared *)arg;
    pthread_mutex_lock(s->m);
    ++*s->count;
    pthread_mutex_unlock(s->m);
    return 0;
}

int main(void) {
    pthread_mutex_t m;
    int count = 0;
    struct shared both = {.count = &count, .m = &m};
    pthread_t s, t;
    pthread_mutex_init(&m, 0);
    pthread_create(&s, 0, work, &both);
    pthread_create(&t, 0, work, &both);
    pthread_join(s, 0);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    assert(count == 2);
    return 0;
}

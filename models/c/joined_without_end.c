//@ expect: inconclusive (threads)
//@ any number of threads: safe
// One thread after the other, each joined before the next one: none of them needs a lock.
#include <assert.h>
#include <pthread.h>

int busy;

void *work(void *arg) {
    assert(!busy);
    busy = 1;
    busy = 0;
    return 0;
}

int main(void) {
    while (1) {
        pthread_t id;
        pthread_create(&id, 0, work, 0);
        pthread_join(id, 0);
        assert(!busy);
    }
}

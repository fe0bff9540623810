//@ expect: inconclusive (threads)
//@ any number of threads: safe
// A server whose threads are detached: their ids are kept for a moment, and told to nobody.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside, odd;

void *request(void *arg) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    odd = !odd;
    inside--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    while (1) {
        pthread_t id;
        pthread_create(&id, 0, request, 0);
        pthread_detach(id);
    }
}

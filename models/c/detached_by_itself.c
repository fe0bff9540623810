//@ expect: inconclusive (threads)
//@ any number of threads: safe
// Threads without end, each of which detaches itself.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *request(void *arg) {
    pthread_detach(pthread_self());
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t id;
    while (1) pthread_create(&id, 0, request, 0);
}

//@ --threads 6: safe
//@ --threads 2: inconclusive (threads)
// Threads without end that say who is inside, which the function that leaves asks before anybody has said it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t owner;

void leave(void) {
    pthread_t inside = owner;
    assert(pthread_equal(inside, pthread_self()));
    pthread_mutex_unlock(&lock);
}

void enter(void) {
    pthread_mutex_lock(&lock);
    owner = pthread_self();
}

void *client(void *arg) {
    pthread_detach(pthread_self());
    enter();
    leave();
    return 0;
}

int main(void) {
    pthread_t id;
    while (1) pthread_create(&id, 0, client, 0);
}

//@ expect: wrong
// The thread does what the parameter says, and not what the function of that name does.
#include <assert.h>
#include <pthread.h>

int seen;

void *first(void *arg) {
    return arg;
}

void *second(void *arg) {
    seen = 1;
    return arg;
}

void start(pthread_t *id, void *(*first)(void *)) {
    pthread_create(id, 0, first, 0);
}

int main(void) {
    pthread_t id;
    start(&id, second);
    pthread_join(id, 0);
    assert(seen == 0);
    return 0;
}

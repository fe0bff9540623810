//@ expect: safe
// A parameter or a local that has the name of a function is another thing: threads begin with what it holds.
#include <assert.h>
#include <pthread.h>

int seen;

void *first(void *arg) {
    assert(0);
    return arg;
}

void *second(void *arg) {
    seen++;
    return arg;
}

void start(pthread_t *id, void *(*first)(void *)) {
    pthread_create(id, 0, first, 0);
}

int main(void) {
    pthread_t id;
    start(&id, second);
    pthread_join(id, 0);
    {
        void *(*first)(void *) = second;
        pthread_create(&id, 0, first, 0);
    }
    pthread_join(id, 0);
    assert(seen == 2);
    return 0;
}

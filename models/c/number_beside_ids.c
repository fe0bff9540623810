//@ expect: inconclusive (threads)
// Where ids may be there is a number, too, which one of very many threads has: nothing is known of any number of them.
#include <assert.h>
#include <pthread.h>

pthread_t last = 600;

void *work(void *arg) {
    pthread_t id = 600;
    if (arg) id = pthread_self();
    assert(id != pthread_self() && (arg ? id : 600) != pthread_self() && last != pthread_self());
    if (arg) last = id;
    return 0;
}

int main(void) {
    pthread_t id;
    while (1) pthread_create(&id, 0, work, 0);
}

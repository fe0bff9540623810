//@ expect: wrong (assertion, line 16)
//@ tried: not, since glibc calls destructors in the order in which their keys were created
// Nobody says in which order destructors are called.
#include <assert.h>
#include <pthread.h>

pthread_key_t first, second;
int ended;

void end_first(void *value) {
    ended = 1;
}

void end_second(void *value) {
    // The other one may come later.
    assert(ended == 1);
}

void *work(void *arg) {
    pthread_setspecific(first, &ended);
    pthread_setspecific(second, &ended);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&first, end_first);
    pthread_key_create(&second, end_second);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

//@ expect: safe
// Threads join others by ids that these have stored.
#include <assert.h>
#include <pthread.h>

pthread_t first, second;
int x;

void *early(void *arg) {
    x = 1;
    return arg;
}

void *late(void *arg) {
    pthread_join(first, 0);
    assert(x == 1 && !pthread_equal(first, pthread_self()));
    return arg;
}

int main(void) {
    pthread_create(&first, 0, early, 0);
    pthread_create(&second, 0, late, 0);
    pthread_join(second, 0);
    return 0;
}

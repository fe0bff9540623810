//@ expect: wrong (assertion, line 19)
// A number of 64 bits without a sign counts down in two steps.
#include <assert.h>
#include <pthread.h>

unsigned long left = 2;

void *take(void *arg) {
    left--;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, take, 0);
    pthread_create(&t, 0, take, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(left == 0);
    return 0;
}

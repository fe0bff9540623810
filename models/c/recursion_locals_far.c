//@ expect: inconclusive (heap)
// Recursion as deep as the other thread lets it, through a function whose local escapes.
#include <assert.h>
#include <pthread.h>

_Atomic int stop;

void *end(void *arg) {
    stop = 1;
    return 0;
}

int down(int *above) {
    int here = 1;
    if (stop)
        return *above;
    return down(&here) * here;
}

int main(void) {
    pthread_t t;
    int first = 1;
    pthread_create(&t, 0, end, 0);
    assert(down(&first) == 1);
    pthread_join(t, 0);
    return 0;
}

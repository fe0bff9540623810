//@ --max-states 60000: inconclusive (states)
// Threads without end compute ever more values, and no relation of any two of them excludes the error.
#include <assert.h>
#include <pthread.h>

unsigned a = 1, b = 2, c = 3;

void *worker(void *arg) {
    while (1) {
        unsigned x = a, y = b, z = c;
        a = x * 3 + z;
        b = y + x;
        c = z + y;
        assert(b != 4000000007u);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, worker, 0);
}

//@ property: no-data-race
//@ expect: wrong (race on buffer, lines 15 and 24)
//@ also: unreach-call, no-deadlock
// The buffer is given back before it was read.
#include <pthread.h>
#include <stdatomic.h>

atomic_int full;
int buffer, sum;

void *fill(void *arg) {
    for (int i = 1; i <= 2; i++) {
        while (full)
            ;
        buffer = i;
        full = 1;
    }
    return 0;
}
void *drain(void *arg) {
    while (!full)
        ;
    full = 0;
    sum += buffer;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, fill, 0);
    pthread_create(&t, 0, drain, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}

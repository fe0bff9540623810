//@ expect: wrong (undefined, line 18)
//@ tried: not with gcc, which shifts by the width modulo 32
// A shift by as many bits as there are.
#include <pthread.h>

int bits = 31;
unsigned mask;

void *more(void *arg) {
    bits++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, more, 0);
    pthread_join(t, 0);
    mask = 1u << bits; // fails
    return 0;
}

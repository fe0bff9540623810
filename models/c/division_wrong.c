//@ expect: wrong (undefined, line 18)
// The divisor is tested in one step and divides in another.
#include <pthread.h>

_Atomic int n = 2;
int share;

void *leave(void *arg) {
    n--;
    n--;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, leave, 0);
    if (n != 0)
        share = 6 / n; // fails
    pthread_join(t, 0);
    return 0;
}

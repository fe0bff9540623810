//@ expect: wrong (undefined, line 15)
// A pointer is tested, and then read again when it may be null.
#include <pthread.h>

int x, y;
int *_Atomic p = &x;

void *clear(void *arg) {
    p = 0;
    return 0;
}

void *use(void *arg) {
    if (p)
        y = *p; // fails
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, clear, 0);
    pthread_create(&t, 0, use, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

//@ expect: wrong (undefined, line 19)
//@ tried: not, what was a thread's own may be there for a while
// What is a thread's own is gone with it (C11 6.2.4p4).
#include <pthread.h>

_Thread_local int own;
int *shown;

void *work(void *arg) {
    own = 3;
    shown = &own;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return *shown;
}

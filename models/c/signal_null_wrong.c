//@ expect: wrong (undefined, line 9)
//@ tried: not, since a signal to nobody is not watched
// A condition that was never allocated is signalled.
#include <pthread.h>

pthread_cond_t *woken;

int main(void) {
    pthread_cond_signal(woken);
    return 0;
}

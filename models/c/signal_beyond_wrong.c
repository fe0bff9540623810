//@ expect: wrong (undefined, line 10)
//@ tried: not, since what lies behind an array looks like a condition that nobody waits for
// There are two conditions, and the third is signalled.
#include <pthread.h>

pthread_cond_t woken[2];
int last = 2;

int main(void) {
    pthread_cond_signal(&woken[last]);
    return 0;
}

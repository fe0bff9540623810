//@ : inconclusive (pointers)
//@ --races: inconclusive (pointers)
//@ --races -D FOLLOWED: wrong (line 21)
// Whoever compares an address accesses nothing of what lies there: that is no race with whoever gives it back.
#include <pthread.h>
#include <stdlib.h>

void *frees(void *arg) {
    free(arg);
    return 0;
}

int main(void) {
    pthread_t t;
    int same = 0;
    int *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    *x = 0;
    pthread_create(&t, 0, frees, x);
    same = x == y;
#ifdef FOLLOWED
    same = *x;
#endif
    pthread_join(t, 0);
    free(y);
    return same;
}

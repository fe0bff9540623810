//@ --races: wrong (line 22)
//@ --property no-data-race: wrong (line 22)
//@ -D FIRST --races: inconclusive (uninitialised)
// What decides was set by nobody: nothing more is known of this thread, and that it reads is.
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *work(void *arg) {
#ifdef FIRST
    pthread_exit(0);
#endif
    *shared = 8;
    return arg;
}

int main(void) {
    pthread_t id;
    shared = malloc(sizeof(int));
    pthread_create(&id, 0, work, 0);
    return *shared ? 1 : 0;
}

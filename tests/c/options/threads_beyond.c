//@ : wrong (line 20)
//@ --threads 4: inconclusive (threads)
//@ -D CAREFUL --max-states 20000: inconclusive (threads)
// There are more threads than are followed: those beyond never move, and the first one goes on when it has started them.
#include <assert.h>
#include <pthread.h>

int started, waiting[300];
pthread_t id[300];

void *work(void *arg) {
    waiting[(long)arg] = 1;
    return 0;
}

int main(void) {
    for (long i = 0; i < 300; i++)
        pthread_create(&id[i], 0, work, (void *)i);
#ifndef CAREFUL
    assert(waiting[0] == 0 || waiting[1] == 0);
#endif
    assert(!pthread_equal(id[0], id[299]) && !pthread_equal(id[298], id[299]));
    for (int i = 0; i < 300; i++)
        pthread_join(id[i], 0);
    assert(waiting[0] == 1);
    return 0;
}

//@ : safe
//@ -DLOOP: inconclusive (nondet domain)
//@ -DMANY: wrong (line 31)
//@ -DMISSING: wrong (line 33)
//@ -DGUARDED: safe
//@ -DBEHIND: safe
// Words of the command line that are named by constants: there may be any number of them.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int nap = 1, done, rounds;
static void *work(void *ignored) {
    sleep(nap);
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
    return ignored;
}
int main(int argc, char *argv[]) {
    if (argc > 1) nap = atoi(argv[1]);
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(done == 1);
#if defined(LOOP)
    for (int i = 1; i < argc; i++) puts(argv[i]), assert(++rounds < 4);
#elif defined(MANY)
    assert(argc != 9);
#elif defined(MISSING)
    return atoi(argv[2]) > 3;
#elif defined(GUARDED)
    return argc > 2 && atoi(argv[2]) > 3;
#elif defined(BEHIND)
    if (argc == 2) assert(!argv[2]);
#endif
    return 0;
}

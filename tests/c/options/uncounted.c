//@ -DROUNDS=1000000: safe
//@ -DROUNDS=1000000 -DWIDE: safe
//@ -DROUNDS=12 -DLOOK: wrong (line 38)
//@ -DROUNDS=1000000 -DSHARED: safe
//@ -DROUNDS=30 -DINDEX: safe
//@ -DROUNDS=31 -DINDEX: wrong (line 25)
//@ -DROUNDS=12 --acceleration off: safe
//@ -DASKED: safe
//@ -DASKED -DLOOK: wrong (line 38)
// Loops go round any number of times where nothing depends on how often.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef WIDE
typedef long number;
#else
typedef int number;
#endif
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int shared, busy, turn, at[30];
static void one_round(number i) {
    pthread_rwlock_wrlock(&lock);
    int seen = shared;
#ifdef INDEX
    at[i] = seen;
#endif
    assert(!busy);
    busy = 1;
    shared = seen + 1;
    if (i % 1000 == 0) shared = 0;
    busy = 0;
    pthread_rwlock_unlock(&lock);
}
static void *work(void *rounds) {
    number most = *(number *)rounds;
    for (number i = 0; i < most; i++) one_round(i);
#ifdef LOOK
    assert(shared != 2);
#endif
#ifdef SHARED
    while (turn < 100000) turn++;
#endif
    return 0;
}
int main(int argc, char **argv) {
#ifdef ASKED
    number rounds = argc > 1 ? atoi(argv[1]) : 1000;
#else
    number rounds = ROUNDS;
#endif
    pthread_t a, b;
    pthread_create(&a, 0, work, &rounds);
    pthread_create(&b, 0, work, &rounds);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ -DCOUNT -DN=1000000: safe
//@ -DCOUNT -DN=40 --acceleration off: safe
//@ -DSHORT: wrong (line 59)
//@ -DPEEK: wrong (line 41)
//@ -DTRY: wrong (line 49)
//@ -DDESTROY: wrong (line 22)
//@ -DRACY: wrong (line 57)
// Loops that count are taken at once where nobody sees their rounds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 12
#endif
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;
atomic_int total;
static void *work(void *ignored) {
#ifdef RACY
    for (int i = 0; i < N; i++) { int seen = counter; counter = seen + 1; }
#else
    for (int i = 0; i < N; i++) { pthread_mutex_lock(&lock); counter++; pthread_mutex_unlock(&lock); }
#endif
    int round = 0;
    while (round < N) {
        total += 2;
        round++;
    }
    return ignored;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
#ifdef DESTROY
    pthread_mutex_destroy(&lock);
#else
    pthread_create(&b, NULL, work, NULL);
#endif
#if defined(PEEK)
    pthread_mutex_lock(&lock);
    assert(counter != 5);
    pthread_mutex_unlock(&lock);
#elif defined(TRY)
    int changes = 0, held = 0;
    for (int i = 0; i < 4; i++) {
        int now = pthread_mutex_trylock(&lock) != 0;
        if (!now) pthread_mutex_unlock(&lock);
        if (now != held) changes++, held = now;
        assert(changes < 4);
    }
#endif
    pthread_join(a, NULL);
#ifndef DESTROY
    pthread_join(b, NULL);
#endif
#ifdef RACY
    assert(counter != 3);
#elif defined(SHORT)
    assert(counter < 2 * N);
#elif defined(COUNT)
    assert(counter == 2 * N && total == 4 * N);
#endif
    return 0;
}

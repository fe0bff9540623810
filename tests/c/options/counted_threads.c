//@ -DELEMENTS --threads 2: safe
//@ -DLOCAL --threads 2: safe
//@ -DWHILE --threads 2: safe
//@ -DDO --threads 2: safe
//@ -DDOWN --threads 2: safe
//@ -DUNTIL --threads 2: safe
//@ -DTURNED --threads 2: safe
//@ -DSUM --threads 2: safe
//@ -DTWO --threads 2: safe
//@ -DUNKNOWN --threads 2: inconclusive (threads)
//@ -DMORE: safe
// Four threads, whatever the loop is that creates them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
atomic_int started;
pthread_t threads[4];
int unknown = 2;
static void *work(void *ignored) {
    started++;
    return NULL;
}
static void start(int i) { pthread_create(&threads[i], NULL, work, NULL); }
int main(void) {
    const int count = 4;
    int i = 0, left = 4;
#if defined(ELEMENTS)
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) start(t);
#elif defined(LOCAL)
    for (int t = 0; t < count; t++) start(t);
#elif defined(WHILE)
    while (i < 4) start(i++);
#elif defined(DO)
    do start(i); while (++i < 4);
#elif defined(DOWN)
    while (left-- > 0) start(left);
#elif defined(UNTIL)
    for (left = 4; left--;) start(left);
#elif defined(TURNED)
    for (int t = 0; 4 > t; ++t) start(t);
#elif defined(SUM)
    for (int t = 0; t < 4; t = t + 1) start(t);
#elif defined(TWO)
    for (int t = 0, u = 3; t < 4; t++, u--) start(u);
#elif defined(MORE)
    // The text says two, and it is four.
    int half = 0;
    while (half < 2) start(i), half += i++ % 2;
#else
    unknown += unknown;
    for (int t = 0; t < unknown; t++) start(t);
#endif
    for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
    assert(started == 4 && i <= 4 && left <= 4);
    return 0;
}

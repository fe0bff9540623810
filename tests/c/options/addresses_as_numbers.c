//@ -DSMALL: wrong (line 22)
//@ -DLARGE: safe
//@ -DTAKEN: safe
//@ -DINDEX: inconclusive (pointers)
//@ -DMASKED: inconclusive (pointers)
//@ -DNARROW: inconclusive (pointers)
//@ -DNUMBER: safe
// An address in a `void *` is no small number; a number that was put there is itself.
#include <assert.h>
#include <pthread.h>
int x, many[8];
static void *work(void *arg) {
    long k = (long)arg;
    if (k < 10) return (void *)(2 * k);
    *(int *)arg = 1;
    return arg;
}
int main(void) {
    void *p = &x;
    pthread_t thread;
#if defined(SMALL)
    assert((long)p < 10);
#elif defined(LARGE)
    assert((long)p > 10);
#elif defined(TAKEN)
    pthread_create(&thread, NULL, work, &x);
    pthread_join(thread, &p);
    assert(x == 1 && p == &x);
#elif defined(INDEX)
    many[(int)(long)p] = 1;
#elif defined(MASKED)
    assert(((long)p & 255) != 32);
#elif defined(NARROW)
    unsigned char c = (unsigned char)(unsigned long)p;
    assert(c < 200);
#else
    pthread_create(&thread, NULL, work, (void *)3L);
    pthread_join(thread, &p);
    assert((int)(long)p + 1 == 7 && x == 0);
#endif
    return 0;
}

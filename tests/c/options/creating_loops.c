//@ -DDO: safe
//@ -DBELOW: safe
//@ -DLATER: safe
//@ -DPARAMETER: safe
//@ -DSECOND: safe
//@ -DSECOND_ASSIGNED: safe
//@ -DNEGATIVE: safe
//@ -DPARAMETER -DWRONG: wrong (line 65)
// How often a loop goes round that creates threads: at least once, and by the counter that its condition names.
#include <assert.h>
#include <pthread.h>
pthread_t t[5];
int n = 0, done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *ignored) {
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
    return ignored;
}
static void start(int n) {
    for (int i = 0; i < n; i++) pthread_create(&t[i], 0, work, 0);
}
int main(void) {
    int threads = 1;
#if defined(DO)
    int e = 0;
    do pthread_create(&t[0], 0, work, 0);
    while (e++ < 0);
#elif defined(BELOW)
    int i = -1;
    while (i < 0) {
        pthread_create(&t[0], 0, work, 0);
        i++;
    }
#elif defined(LATER)
    int left = 0;
    left = 1;
    while (left--) pthread_create(&t[0], 0, work, 0);
#elif defined(PARAMETER)
    threads = 2;
    start(2);
#elif defined(SECOND)
    threads = 5;
    for (int n = 5, i = 0; i < n; i++) pthread_create(&t[i], 0, work, 0);
#elif defined(SECOND_ASSIGNED)
    threads = 4;
    int k, i;
    for (k = 1, i = 0; i < 4; i++) pthread_create(&t[i], 0, work, 0);
#elif defined(NEGATIVE)
    threads = 4;
    for (int i = -2; i < 2; i++) pthread_create(&t[i + 2], 0, work, 0);
#else
    start(1);
#endif
    for (int i = 0; i < threads; i++) pthread_join(t[i], 0);
#ifdef WRONG
    threads = 3;
#endif
    // All have ended.




    assert(done == threads);
    return 0;
}

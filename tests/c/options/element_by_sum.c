//@ : safe
//@ -DBEHIND: wrong (line 12)
// `threads + i` is `&threads[i]`: eight threads whose results are random are as few states.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *ignored) {
    int *result = malloc(sizeof(int));
    *result = rand() % 100 + 1;
    return result;
}
static void start(pthread_t *to, int i) {
    pthread_create(to + i, 0, work, 0);
}
int main(void) {
    int *result;
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) pthread_create(threads + i, 0, work, 0);
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], (void **)&result);
        free(result);
    }
#ifdef BEHIND
    start(threads, 8);
#endif
    return 0;
}

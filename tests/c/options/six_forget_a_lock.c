//@ --max-states 100000: wrong (line 22)
// Two delays lead to the error, among more executions than are followed at first.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *count(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    n--; // and nobody has the lock
    return 0;
}
int main(void) {
    pthread_t threads[6];
    for (int i = 0; i < 6; i++) {
        pthread_create(&threads[i], 0, count, 0);
    }
    for (int i = 0; i < 6; i++) {
        pthread_join(threads[i], 0);
    }
    assert(n == 0);
    return 0;
}

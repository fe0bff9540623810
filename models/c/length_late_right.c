//@ expect: safe
//@ also: no-data-race, no-deadlock
// Arrays whose lengths are known when the program runs: of threads, and of what they are given.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count = 2, sum;

void *add(void *arg) {
    pthread_mutex_lock(&m);
    sum += *(int *)arg;
    pthread_mutex_unlock(&m);
    return 0;
}

int squares(int n) {
    int a[n][2], all = 0;
    for (int i = 0; i < n; i++)
        a[i][1] = i * i;
    for (int i = 0; i < n; i++)
        all += a[i][1];
    return all;
}

int main(void) {
    pthread_t pool[count];
    int given[count + 1];
    for (int i = 0; i < count; i++) {
        given[i] = i + 1;
        pthread_create(&pool[i], 0, add, &given[i]);
    }
    for (int i = 0; i < count; i++)
        pthread_join(pool[i], 0);
    assert(sum == 3);
    assert(squares(3) == 5);
    return 0;
}

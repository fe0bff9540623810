//@ expect: safe
//@ also: no-data-race, no-deadlock
// Arrays of two dimensions: each thread has a row, which is also given to a function.
#include <assert.h>
#include <pthread.h>

#define N 2

int a[N][N] = {{1, 2}, {3, 4}}, b[N][N] = {[0][1] = 1, [1] = {1, 0}}, c[N][N];

int sum(int row[N]) {
    int s = 0;
    for (int i = 0; i < N; i++)
        s += row[i];
    return s;
}

void *multiply(void *arg) {
    long i = (long)arg;
    for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
            c[i][j] += a[i][k] * b[k][j];
    return (void *)(long)sum(c[i]);
}

int main(void) {
    pthread_t t[N];
    void *total[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, multiply, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], &total[i]);
    assert(c[0][0] == 2 && c[0][1] == 1 && c[1][0] == 4 && c[1][1] == 3);
    assert((long)total[0] == 3 && (long)total[1] == 7);
    assert(&c[1][0] == &c[0][0] + N && *(*(c + 1) + 1) == 3);
    return 0;
}

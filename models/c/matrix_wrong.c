//@ expect: wrong (assertion, line 29)
//@ also: no-deadlock
//@ also not: no-data-race
// Each thread fills a row and a column: the element in both belongs to two threads.
#include <assert.h>
#include <pthread.h>

int a[2][2];

void *row(void *arg) {
    for (int j = 0; j < 2; j++)
        a[0][j] = 1;
    return 0;
}

void *column(void *arg) {
    for (int i = 0; i < 2; i++)
        a[i][0] = 2;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, row, 0);
    pthread_create(&t, 0, column, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a[0][1] == 1 && a[1][0] == 2);
    assert(a[0][0] == 1); // fails
    return 0;
}

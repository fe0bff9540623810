//@ expect: safe
//@ also: no-data-race, no-deadlock
// Each worker has an array as long as it is told.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int sums[2];

void *worker(void *arg) {
    int n = *(int *)arg;
    int *numbers = malloc(n * sizeof(int));
    int *zeros = calloc(n, sizeof *zeros);
    for (int i = 0; i < n; i++) {
        numbers[i] = i + 1 + zeros[i];
    }
    for (int i = 0; i < n; i++) {
        sums[n - 2] += numbers[i];
    }
    free(numbers);
    free(zeros);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int two = 2, three = 3;
    pthread_create(&a, 0, worker, &two);
    pthread_create(&b, 0, worker, &three);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sums[0] == 3 && sums[1] == 6);
    return 0;
}

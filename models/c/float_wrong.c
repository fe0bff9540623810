//@ expect: wrong (assertion, line 42)
//@ also not: no-data-race
// Threads add up parts of an integral, without a mutex, and count how many have done so.
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 2
#define STEPS 4

double sum = 0.0;
int done;

double height(double x) {
    return sqrt(1.0 - x * x);
}

void *work(void *arg) {
    int id = *(int *)arg;
    double part = 0, width = 1.0 / STEPS;
    for (int i = id; i < STEPS; i += THREADS) {
        part += width * height(width * (i + 0.5));
    }
    sum += part;
    done++;
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    int ids[THREADS];
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        pthread_create(&t[i], 0, work, &ids[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], 0);
    }
    printf("%f, off by %g\n", 4 * sum, fabs(4 * sum - M_PI));
    assert(done == THREADS);
    return 0;
}

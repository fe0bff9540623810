//@ --races: inconclusive (heap)
//@ --property no-data-race: inconclusive (heap)
// Where no object is left nobody accesses one: what says which are given back is no data of the program.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *slot;

void *eat(void *arg) {
    while (1) {
        pthread_mutex_lock(&m);
        int *taken = slot;
        slot = 0;
        pthread_mutex_unlock(&m);
        if (taken) {
            *taken = 2;
            free(taken);
        }
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, eat, 0);
    while (1) {
        int *made = malloc(sizeof(int));
        *made = 1;
        pthread_mutex_lock(&m);
        if (!slot) {
            slot = made;
            made = 0;
        }
        pthread_mutex_unlock(&m);
        if (made)
            free(made);
    }
}

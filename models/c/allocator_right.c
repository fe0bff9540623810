//@ expect: safe
//@ also: no-data-race, no-deadlock
// A function of one's own that allocates or gives up: what it gives has the type for which it is asked.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
    int kind, weight;
};

void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

int *weights;

void *work(void *arg) {
    struct box *box = arg;
    weights[box->kind] = box->weight;
    return box;
}

int main(void) {
    pthread_t threads[2];
    weights = allocate(2 * sizeof(int));
    weights[0] = weights[1] = 0;
    for (int i = 0; i < 2; i++) {
        struct box *box = allocate(sizeof(struct box));
        box->kind = i;
        box->weight = 10 + i;
        pthread_create(&threads[i], 0, work, box);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(weights[0] + weights[1] == 21);
    return 0;
}

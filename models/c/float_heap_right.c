//@ expect: safe
// Structures with floating-point numbers on the heap, handed to a thread and back, and copied.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct body {
    double mass, speed[2];
    int moved;
};

void *move(void *arg) {
    struct body *b = arg;
    for (int i = 0; i < 2; i++) {
        b->speed[i] *= 1.5;
    }
    b->moved++;
    float *energy = malloc(sizeof(float));
    *energy = (float)(b->mass * b->speed[0]);
    return energy;
}

int main(void) {
    struct body *b = calloc(1, sizeof(struct body));
    b->mass = 2;
    pthread_t t;
    void *result;
    pthread_create(&t, 0, move, b);
    pthread_join(t, &result);
    struct body copy = *b;
    float energy = -*(float *)result;
    energy++;
    copy.speed[1] = energy;
    int rounded = energy, large = energy > 2.0f;
    (void)rounded;
    (void)large;
    free(result);
    assert(copy.moved == 1 && result);
    free(b);
    return 0;
}

//@ expect: safe
// Numbers on the heap that nobody has set are computed with: any of them is even when doubled.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int left;
    short right;
} *shared;

void *doubled(void *arg) {
    shared->left *= 2;
    return 0;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, doubled, 0);
    pthread_join(t, 0);
    assert(shared->left % 2 == 0);
    assert(shared->right < 32768);
    return 0;
}

//@ : wrong (line 23)
// Threads without end draw nodes of two cells each, which begin at odd numbers: the last one has one cell that is not there.
#include <pthread.h>

#define SIZE 64

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int cells[SIZE], next = 1;

void draw(int *node) {
    __VERIFIER_atomic_begin();
    if (next + 1 > SIZE) *node = 0;
    else *node = next, next += 2;
    __VERIFIER_atomic_end();
}

void *worker(void *arg) {
    int node;
    draw(&node);
    if (node == 0) return 0;
    cells[node + 1] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, worker, 0);
}

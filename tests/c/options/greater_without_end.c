//@ --threads 3: safe
//@ --threads 2: inconclusive (threads)
//@ --rules summaries: inconclusive (threads)
// Threads without end draw numbers that grow, and each relates its own to the last one that was drawn.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

unsigned last;

void draw(unsigned *mine) {
    __VERIFIER_atomic_begin();
    if (last < 4000000000u) last++;
    *mine = last;
    __VERIFIER_atomic_end();
}

void *customer(void *arg) {
    unsigned mine;
    draw(&mine);
    assert(mine <= last);
    return 0;
}

int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, customer, 0);
}

//@ expect: wrong (assertion, line 28)
//@ tried: not with gcc, which has no atomic regions
// An atomic region with two ends, behind one of which there is another step at once: what stands behind the other end
// is not part of the region.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int n, x;
sem_t s;

void *work(void *arg) {
    x = 7;
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    __VERIFIER_atomic_begin();
    if (n > 5) { __VERIFIER_atomic_end(); sem_post(&s); return 0; }
    else { __VERIFIER_atomic_end(); }
    int a = x;
    int b = x;
    assert(a == b);
    return 0;
}
